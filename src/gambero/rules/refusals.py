"""Why the law refuses a move, as numbers that kernels answer with; `gambero.game.refusals` has their names."""

ALLOWED = 0

# any game
NOT_HELD = 1
MINIMUM_OWED = 2
BACKWARD_BARRED = 3  # would be a backwards trick, but none is allowed now (E13)
DOES_NOT_FIT = 4

# on fire
FIRE_IS_DUE = 10

# extreme
OTHER_PILE_PICKED = 20
STOP_UNDER_THREE = 21
THREE_TOO_LATE = 22
SKULL_LEFT_OPEN = 23
SKULL_OPEN = 24
THREE_UNFULFILLED = 25

# duel
SECOND_GIFT = 30
NO_GIFT = 31

# tension
LAST_CARD_FACE_DOWN = 40
NOT_THE_LAST_CARD = 41
STACK_EMPTY = 42
SOMEONE_CAN_PLAY = 43
