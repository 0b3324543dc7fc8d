"""Dataclasses to plain values and back, checked once at the border.

Owns: the plain form (dict, list, str, int, float, bool, bytes, None; enums by value, tuples as
lists) and the check of every field on the way in, driven by the classes' own type hints.
Does not own: bytes on the pipe (scripting.frames) or which classes travel (contracts.methods).
"""

from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import (
    Any,
    Callable,
    Dict,
    FrozenSet,
    List,
    Tuple,
    Type,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from .errors import BadRequest

_T = TypeVar("_T")
_Decoder = Callable[[Any], Any]
_HINT = "Host and worker may be of different versions: install both from the same release."


class _Misfit(Exception):
    """A value that does not fit; collects the path to it on the way out."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.path = ""

    def within(self, step: str) -> "_Misfit":
        """Return itself with one more step at the front of its path."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        self.path = f"{step}{dot}{self.path}"
        return self

    def to_error(self, owner: str) -> BadRequest:
        """Return the error that names the owner, the path and the problem."""
        where = f"{owner}.{self.path}" if self.path else owner
        return BadRequest(f"{where}: {self.problem}.", hint=_HINT)


@dataclass(frozen=True)
class _Field:
    """How one field of a class is read."""

    name: str
    decode: _Decoder
    required: bool


@dataclass(frozen=True)
class _Shape:
    """How a class is read: its fields in order, and their names for the check of unknown ones."""

    fields: Tuple[_Field, ...]
    names: FrozenSet[str]


def to_plain(value: object) -> Dict[str, Any]:
    """Return a dataclass as a dict of plain values.

    Raises BadRequest, naming the field, for a value with no plain form, such as a set or a
    NumPy scalar that is not a Python float.
    """
    if not is_dataclass(value):
        raise BadRequest(f"{type(value).__name__} cannot be sent; only a dataclass can.")
    try:
        return cast("Dict[str, Any]", _encode(value))
    except _Misfit as misfit:
        raise misfit.to_error(type(value).__name__) from None


def from_plain(cls: Type[_T], plain: object) -> _T:
    """Return an instance of a dataclass from its plain form.

    Raises BadRequest, naming the field, when a field is unknown, missing, or of the wrong type.
    """
    try:
        return cast("_T", _decode_dataclass(cls, plain))
    except _Misfit as misfit:
        raise misfit.to_error(cls.__name__) from None


def _encode(value: object) -> object:
    if value is None or type(value) in (str, int, float, bool, bytes):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [_encode_step(item, f"[{index}]") for index, item in enumerate(value)]
    if is_dataclass(value) and not isinstance(value, type):
        names = _shape(type(value)).names
        return {name: _encode_step(getattr(value, name), name) for name in names}
    for base in (str, int, float):  # a subclass, such as numpy.float64, travels as its base
        if isinstance(value, base):
            return base(value)
    raise _Misfit(f"a value of type {type(value).__name__} cannot be sent")


def _encode_step(value: object, step: str) -> object:
    try:
        return _encode(value)
    except _Misfit as misfit:
        raise misfit.within(step) from None


@cache
def _shape(cls: type) -> _Shape:
    hints = get_type_hints(cls)
    read = tuple(
        _Field(
            name=each.name,
            decode=_decoder(hints[each.name]),
            required=each.default is MISSING and each.default_factory is MISSING,
        )
        for each in fields(cast("Any", cls))
    )
    return _Shape(fields=read, names=frozenset(each.name for each in read))


def _decode_dataclass(cls: type, plain: object) -> object:
    if not isinstance(plain, dict):
        raise _Misfit(f"expected the fields of {cls.__name__}, got {_name(plain)}")
    shape = _shape(cls)
    if not shape.names.issuperset(plain):
        unknown = sorted(str(name) for name in plain if name not in shape.names)
        raise _Misfit("this field is unknown").within(unknown[0])
    values: Dict[str, object] = {}
    for each in shape.fields:
        if each.name in plain:
            values[each.name] = _decode_step(each.decode, plain[each.name], each.name)
        elif each.required:
            raise _Misfit("this field is missing").within(each.name)
    return cls(**values)


def _decode_step(decode: _Decoder, plain: object, step: str) -> object:
    try:
        return decode(plain)
    except _Misfit as misfit:
        raise misfit.within(step) from None


def _decoder(hint: object) -> _Decoder:
    """Return the reader of one type hint; TypeError for a hint that no contract may use."""
    origin = get_origin(hint)
    if origin is Union:
        return _optional_decoder(get_args(hint))
    if origin is tuple:
        return _tuple_decoder(get_args(hint))
    if not isinstance(hint, type):
        raise TypeError(f"{hint!r} has no plain form")
    if hint in _SCALARS:
        return _SCALARS[hint]
    if issubclass(hint, Enum):
        return _enum_decoder(hint)
    if is_dataclass(hint):
        return lambda plain: _decode_dataclass(hint, plain)
    raise TypeError(f"{hint!r} has no plain form")


def _optional_decoder(options: Tuple[Any, ...]) -> _Decoder:
    real = [option for option in options if option is not type(None)]
    if len(real) != 1 or len(options) != 2:  # noqa: PLR2004 - Optional[X] is a pair
        raise TypeError(f"a union of {options!r} has no plain form; only Optional has")
    decode = _decoder(real[0])
    return lambda plain: None if plain is None else decode(plain)


def _tuple_decoder(items: Tuple[Any, ...]) -> _Decoder:
    if len(items) == 2 and items[1] is Ellipsis:  # noqa: PLR2004 - Tuple[X, ...] is a pair
        decode = _decoder(items[0])
        return lambda plain: tuple(
            _decode_step(decode, item, f"[{index}]") for index, item in enumerate(_sequence(plain))
        )
    decoders = [_decoder(item) for item in items]

    def decode_fixed(plain: object) -> Tuple[object, ...]:
        given = _sequence(plain)
        if len(given) != len(decoders):
            raise _Misfit(f"expected {len(decoders)} items, got {len(given)}")
        pairs = enumerate(zip(decoders, given))
        return tuple(_decode_step(decode, item, f"[{index}]") for index, (decode, item) in pairs)

    return decode_fixed


def _sequence(plain: object) -> List[object]:
    if not isinstance(plain, list):
        raise _Misfit(f"expected a list, got {_name(plain)}")
    return plain


def _enum_decoder(cls: Type[Enum]) -> _Decoder:
    members = {member.value: member for member in cls}

    def decode(plain: object) -> Enum:
        if not isinstance(plain, (str, int)) or plain not in members:
            raise _Misfit(f"expected one of {', '.join(map(str, members))}, got {plain!r:.60}")
        return members[plain]

    return decode


def _exactly(cls: type) -> _Decoder:
    def decode(plain: object) -> object:
        if type(plain) is not cls:  # so that a bool is no int
            raise _Misfit(f"expected {cls.__name__}, got {_name(plain)}")
        return plain

    return decode


def _decode_float(plain: object) -> float:
    if type(plain) not in (float, int):
        raise _Misfit(f"expected float, got {_name(plain)}")
    return float(cast("float", plain))


def _decode_bytes(plain: object) -> bytes:
    if not isinstance(plain, (bytes, bytearray, memoryview)):
        raise _Misfit(f"expected bytes, got {_name(plain)}")
    return bytes(plain)


_SCALARS: Dict[type, _Decoder] = {
    str: _exactly(str),
    int: _exactly(int),
    bool: _exactly(bool),
    float: _decode_float,
    bytes: _decode_bytes,
}


def _name(plain: object) -> str:
    return "nothing" if plain is None else type(plain).__name__
