"""Things with a name that anybody can add to: the package's own, registered ones and entry points of others."""
from __future__ import annotations

from _thread import allocate_lock
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from hashi_fast.errors import BrokenPlugin, did_you_mean, shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


class Plugins(Generic[T]):
    """Makers by name, each imported on first use.

    `what` is what they make, for messages. `group` is the group of entry points in which other packages offer theirs;
    these are looked for only if a name is not known otherwise. `own` says where the package's own are:
    "module:attribute".

    >>> shapes = Plugins[type]("shape", "hashi_fast.no_such_group", {"fraction": "fractions:Fraction"})
    >>> shapes.get("fraction")("1/2")
    Fraction(1, 2)
    >>> shapes.register("whole", int)
    >>> shapes.names()
    ('fraction', 'whole')
    >>> shapes.get("hole")
    Traceback (most recent call last):
        ...
    ValueError: shape must be one of 'fraction', 'whole', not 'hole' (did you mean 'whole'?)
    """

    def __init__(self, what: str, group: str, own: dict[str, str]) -> None:
        self._what = what
        self._group = group
        self._own = own
        self._made: dict[str, T] = {}  # replaced, never changed: another thread may be reading it
        self._change = allocate_lock()

    @property
    def own(self) -> tuple[str, ...]:
        """The names of the package's own."""
        return tuple(self._own)

    def names(self) -> tuple[str, ...]:
        """Return all names: the package's own first."""
        return tuple(dict.fromkeys((*self._own, *self._made, *(entry.name for entry in self._entries()))))

    def register(self, name: str, maker: T) -> None:
        """Add a maker, or raise ValueError if the name is taken."""
        if not isinstance(name, str) or not name:
            raise TypeError(f"the name of an {self._what} must be a text, not {shown(name)}")
        if not callable(maker):
            raise TypeError(f"an {self._what} is registered by its class or a function, not {shown(maker)}")
        with self._change:
            if name in self._own or name in self._made:
                raise ValueError(f"the {self._what} {name!r} already exists")
            self._made = {**self._made, name: maker}

    def get(self, name: str) -> T:
        """Return the maker of this name, or raise ValueError. Names of entry points do not replace others."""
        if not isinstance(name, str):
            raise self._unknown(name)
        if name in self._made:
            return self._made[name]
        if name in self._own:
            module, _, attribute = self._own[name].partition(":")
            maker: T = getattr(import_module(module), attribute)
        else:
            maker = self._offered(name)
        with self._change:
            if name not in self._made:  # or another thread was here before
                self._made = {**self._made, name: maker}
        return self._made[name]

    def _offered(self, name: str) -> T:
        for entry in self._entries():
            if entry.name != name:
                continue
            try:
                maker: Any = entry.load()
            except Exception as error:  # the code of others may raise anything
                raise self._broken(entry, f"{type(error).__name__}: {error}") from error
            if not callable(maker):
                raise self._broken(entry, f"expected a class or a function, found {shown(maker)}")
            return cast(T, maker)
        raise self._unknown(name)

    def _broken(self, entry: EntryPoint, problem: str) -> BrokenPlugin:
        source = "" if entry.dist is None else f" of {entry.dist.name} {entry.dist.version}"
        where = f"the entry point '{entry.name} = {entry.value}' in the group {self._group!r}{source}"
        return BrokenPlugin(f"the {self._what} {entry.name!r} cannot be loaded: {where}: {problem}")

    def _entries(self) -> list[EntryPoint]:
        from importlib.metadata import entry_points  # takes longer to import than all the rest

        return list(entry_points(group=self._group))

    def _unknown(self, name: object) -> ValueError:
        names = self.names()
        found = f"{shown(name)}{did_you_mean(name, names)}"
        return ValueError(f"{self._what} must be one of {', '.join(map(repr, names))}, not {found}")
