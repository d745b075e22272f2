"""A clock for tests of time limits, which does not depend on how busy the machine is."""


class Ticking:
    """Goes on by a hundredth of a second whenever it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now
