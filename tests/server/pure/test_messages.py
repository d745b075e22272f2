"""How messages are encrypted, signed and worded, and to which addresses none goes."""

import json
from ipaddress import ip_address

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from gambero.server.notices import words
from gambero.server.notices.public import NotPublic, Poster, PublicOnly, check_address, is_public
from gambero.server.notices.webpush import CURVE, Vapid, decode, encrypted, is_key
from gambero.server.refusal import Refused

from helpers.browsing import LANGUAGES
from helpers.receiver import Receiver

# The example of RFC 8291, appendix A.
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SENDER, SALT = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
    "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    own = ec.derive_private_key(int.from_bytes(decode(SENDER)), CURVE)
    assert encrypted(b"When I grow up, I want to be a watermelon", KEY, AUTH, own, decode(SALT)) == decode(BODY)


def test_a_request_is_signed_for_its_push_service_alone() -> None:
    vapid = Vapid("f" * 64, "mailto:me@example.org")
    headers, body = vapid.request("https://push.example:8443/abc", KEY, AUTH, b"hello", 1000)
    token, _, key = headers["Authorization"].removeprefix("vapid t=").partition(", k=")
    assert key == vapid.public == Vapid("f" * 64, "").public
    head, claims, signature = token.split(".")
    assert json.loads(decode(head)) == {"typ": "JWT", "alg": "ES256"}
    about = json.loads(decode(claims))
    assert (about["aud"], about["sub"]) == ("https://push.example:8443", "mailto:me@example.org")
    assert 1000 < about["exp"] <= 1000 + 24 * 3600
    raw = decode(signature)
    r_and_s = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
    public.verify(r_and_s, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))  # raises if it does not fit
    assert b"hello" not in body


@pytest.mark.parametrize(("key", "auth"), [("", AUTH), (KEY, "short"), (KEY[:-4], AUTH), ("!" * 87, AUTH), (KEY, "ü")])
def test_what_is_no_key_of_a_browser(key: str, auth: str) -> None:
    assert is_key(KEY, AUTH)
    assert not is_key(key, auth)


@pytest.mark.parametrize(
    "address",
    [
        *(
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
        ),
        *("255.255.255.255", "::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("64:ff9b::a00:1", "2002:7f00:1::", "192.0.2.1", "2001:db8::1"),
    ],
)
def test_addresses_inside_a_network_are_not_public(address: str) -> None:
    assert not is_public(address)
    host = f"[{address.partition('%')[0]}]" if ip_address(address.partition("%")[0]).version == 6 else address
    with pytest.raises(Refused):
        check_address(f"https://{host}/hook", allow_private=False)


@pytest.mark.parametrize(
    "url",
    [
        *("http://ntfy.sh/a", "ftp://ntfy.sh/a", "https://", "https://localhost/a", "https://printer/a", "//ntfy.sh/a"),
        *("https://db.internal/a", "https://x.local/a", "https://ntfy.sh:8080/a", "https://me:secret@ntfy.sh/a"),
        *("https://ntfy.sh:x/a", "https://ntfy.sh/a b", "https://ntfy.sh/\r\nHost: x", f"https://ntfy.sh/{'a' * 1000}"),
        *(
            "https://127.0.0.1:443/a",
            "https://2130706433/a",
            "https://[::1]/a",
            "https://ntfy.sh./a",
            "https://nt\u0000fy.sh/",
        ),
    ],
)
def test_addresses_to_which_nothing_is_posted(url: str) -> None:
    with pytest.raises(Refused):
        check_address(url, allow_private=False)
    assert check_address("https://ntfy.sh/mine", allow_private=False) == "https://ntfy.sh/mine"


async def test_a_name_that_resolves_to_this_machine_is_not_connected_to() -> None:
    with Receiver() as receiver:
        port = int(receiver.url("").rpartition(":")[2])
        with pytest.raises(NotPublic):
            await PublicOnly().connect_tcp("localhost", port, timeout=5.0)
        poster = Poster(allow_private=False)
        with pytest.raises(OSError, match="Refused"):
            await poster.post(receiver.url("/hook"), {}, b"")
        await poster.close()
        assert receiver.posts == []


def test_messages_are_there_in_every_language_of_the_page() -> None:
    assert set(words.LANGUAGES) == set(LANGUAGES)
    assert len({words.message(language, "t1", ["Anna"]) for language in LANGUAGES}) == len(LANGUAGES)
    assert words.message("xx", "t1", []) == words.Message("Your turn", "", "t/t1")


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy"])
def test_a_name_cannot_call_everybody_or_hide_a_link(kind: str) -> None:
    told = words.message("en", "t1", ["@everyone", "[a](https://x)", "<!channel>", "Zoë O’Neil"])
    _, body = words.webhook(kind, "https://cards.example", told)
    text = body.decode()
    assert "everyone, ahttpsx, channel, Zoë O’Neil" in text
    assert not set("@[]<>") & set(text.replace('{"parse":[]}', ""))
