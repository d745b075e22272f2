"""Web Push: a message encrypted for one browser (RFC 8291), and a signature of the server that sends it (RFC 8292)."""

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of its group
RECORD = 4096  # bytes: a message is one record
LASTS = 12 * 3600  # seconds that a signature is valid; at most 24 hours
KEPT = 24 * 3600  # seconds that a push service keeps a message for a browser that is off


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Raises ValueError for what is no base64url."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_key(key: str, auth: str) -> bool:
    """Are these a browser's public key and its secret?"""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decode(key))
        return len(decode(auth)) == 16
    except ValueError:
        return False


def encrypted(message: bytes, key: str, auth: str, own: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The body of a request to a push service; `own` and `salt` are new for each message."""
    browser = decode(key)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, browser))
    sender = _point(own)
    secret = _hkdf(decode(auth), shared, b"WebPush: info\0" + browser + sender, 32)
    content_key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD.to_bytes(4) + bytes([len(sender)]) + sender
    return header + AESGCM(content_key).encrypt(nonce, message + b"\x02", None)


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF (RFC 5869) of at most one block."""
    return hmac.digest(hmac.digest(salt, secret, sha256), info + b"\x01", sha256)[:length]


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Vapid:
    """The key by which push services know this server; made from a secret of the installation."""

    def __init__(self, secret: str, contact: str) -> None:
        self._key = ec.derive_private_key(int(secret, 16) % (ORDER - 1) + 1, CURVE)
        self._contact = contact
        self.public = encode(_point(self._key))

    def request(self, endpoint: str, key: str, auth: str, message: bytes, now: int) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a request; `now` is in seconds since 1970."""
        own = ec.generate_private_key(CURVE)
        body = encrypted(message, key, auth, own, secrets.token_bytes(16))
        headers = {
            "Authorization": f"vapid t={self._token(endpoint, now)}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
        }
        return headers, body

    def _token(self, endpoint: str, now: int) -> str:
        """A JSON web token (ES256) for the push service at this address."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now + LASTS, "sub": self._contact}
        head = ".".join(encode(orjson.dumps(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(head.encode(), ec.ECDSA(SHA256())))
        return f"{head}.{encode(r.to_bytes(32) + s.to_bytes(32))}"
