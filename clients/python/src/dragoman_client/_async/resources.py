"""What an app has on the server, noun by noun."""

from __future__ import annotations

from typing import Any

from typing_extensions import Unpack

from .. import types
from .._calls import LONG_TIMEOUT, TIMEOUT, Call, filled
from .._options import Options
from .listing import AsyncListing
from .transport import AsyncTransport

_TOOLSET = "/v1/toolsets/{signature}"
_CLASSIFICATION_SET = "/v1/classification-sets/{signature}"


class AsyncResource:
    def __init__(self, transport: AsyncTransport):
        self._transport = transport

    async def _call(
        self,
        method: str,
        path: str,
        *,
        options: Options | None,
        body: object = None,
        query: dict[str, str | int] | None = None,
        timeout: float = TIMEOUT,
    ) -> Any:
        content: Any = body
        return await self._transport.json(Call(method, path, content, query or {}, options or {}, timeout))


class AsyncToolsets(AsyncResource):
    """Sets of tools that sentences are turned into calls of."""

    def __init__(self, transport: AsyncTransport):
        super().__init__(transport)
        #: What a set was taught.
        self.cases = AsyncToolsetCases(transport)

    async def create(
        self, *, options: Options | None = None, **body: Unpack[types.ToolsetBody]
    ) -> types.ToolsetWritten:
        return await self._call("POST", "/v1/toolsets", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.Toolset]:
        return AsyncListing(self._transport, "/v1/toolsets", limit, cursor, options)

    async def retrieve(self, signature: str, *, options: Options | None = None) -> types.Toolset:
        return await self._call("GET", filled(_TOOLSET, signature=signature), options=options)

    async def replace(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolsetReplacement]
    ) -> types.ToolsetWritten:
        """All of it: what is left out goes back to its default."""
        return await self._call("PUT", filled(_TOOLSET, signature=signature), body=body, options=options)

    async def delete(self, signature: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled(_TOOLSET, signature=signature), options=options)

    async def lint(
        self, signature: str, *, besides: tuple[str, ...] = (), options: Options | None = None
    ) -> types.ToolsetsLintAnswer:
        """What would make the set understood worse. `besides`: other toolsets that requests name together with this one."""
        query: dict[str, str | int] = {"with": ",".join(besides)} if besides else {}
        return await self._call("POST", filled(_TOOLSET + "/lint", signature=signature), query=query, options=options)

    async def test(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolTestBody]
    ) -> types.ToolTestReport:
        """Asks the cases, and tells how many were answered rightly."""
        path = filled(_TOOLSET + "/test", signature=signature)
        return await self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def tests(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.TestRun]:
        """What came of its tests, page by page."""
        return AsyncListing(self._transport, filled(_TOOLSET + "/tests", signature=signature), limit, cursor, options)

    async def diff(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ToolsetsDiffBody]
    ) -> types.ToolsetsDiffAnswer:
        """Which answers would be others if the set were as proposed."""
        path = filled(_TOOLSET + "/diff", signature=signature)
        return await self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    async def graduation(self, signature: str, *, options: Options | None = None) -> types.GetToolsetGraduationAnswer:
        """Which tools the model inside answers in place of the language model."""
        return await self._call("GET", filled(_TOOLSET + "/graduation", signature=signature), options=options)


class AsyncToolsetCases(AsyncResource):
    async def create(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.CreateToolsetCaseBody]
    ) -> types.CreateToolsetCaseAnswer:
        return await self._call("POST", filled(_TOOLSET + "/cases", signature=signature), body=body, options=options)

    def list(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.ListToolsetCasesAnswerDatum]:
        path = filled(_TOOLSET + "/cases", signature=signature)
        return AsyncListing(self._transport, path, limit, cursor, options)

    async def delete(self, signature: str, case: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled(_TOOLSET + "/cases/{case}", signature=signature, case=case), options=options)


class AsyncClassificationSets(AsyncResource):
    """Sets of labels that texts are given."""

    def __init__(self, transport: AsyncTransport):
        super().__init__(transport)
        #: What a set was taught.
        self.cases = AsyncClassificationSetCases(transport)

    async def create(
        self, *, options: Options | None = None, **body: Unpack[types.ClassificationSetBody]
    ) -> types.ClassificationSetWritten:
        return await self._call("POST", "/v1/classification-sets", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.ClassificationSet]:
        return AsyncListing(self._transport, "/v1/classification-sets", limit, cursor, options)

    async def retrieve(self, signature: str, *, options: Options | None = None) -> types.ClassificationSet:
        return await self._call("GET", filled(_CLASSIFICATION_SET, signature=signature), options=options)

    async def replace(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ClassificationSetReplacement]
    ) -> types.ClassificationSetWritten:
        """All of it: what is left out goes back to its default."""
        return await self._call("PUT", filled(_CLASSIFICATION_SET, signature=signature), body=body, options=options)

    async def delete(self, signature: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled(_CLASSIFICATION_SET, signature=signature), options=options)

    async def lint(self, signature: str, *, options: Options | None = None) -> types.ClassificationSetsLintAnswer:
        """What would make the set understood worse."""
        return await self._call("POST", filled(_CLASSIFICATION_SET + "/lint", signature=signature), options=options)

    async def test(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.LabelTestBody]
    ) -> types.LabelTestReport:
        """Asks the cases, and tells how many were answered rightly."""
        path = filled(_CLASSIFICATION_SET + "/test", signature=signature)
        return await self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    def tests(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.TestRun]:
        """What came of its tests, page by page."""
        return AsyncListing(self._transport, filled(_CLASSIFICATION_SET + "/tests", signature=signature), limit, cursor, options)

    async def diff(
        self, signature: str, /, *, options: Options | None = None, **body: Unpack[types.ClassificationSetsDiffBody]
    ) -> types.ClassificationSetsDiffAnswer:
        """Which answers would be others if the set were as proposed."""
        path = filled(_CLASSIFICATION_SET + "/diff", signature=signature)
        return await self._call("POST", path, body=body, options=options, timeout=LONG_TIMEOUT)

    async def graduation(
        self, signature: str, *, options: Options | None = None
    ) -> types.GetClassificationSetGraduationAnswer:
        """Which classes the model inside gives in place of the language model."""
        path = filled(_CLASSIFICATION_SET + "/graduation", signature=signature)
        return await self._call("GET", path, options=options)


class AsyncClassificationSetCases(AsyncResource):
    async def create(
        self,
        signature: str,
        /,
        *,
        options: Options | None = None,
        **body: Unpack[types.CreateClassificationSetCaseBody],
    ) -> types.CreateClassificationSetCaseAnswer:
        path = filled(_CLASSIFICATION_SET + "/cases", signature=signature)
        return await self._call("POST", path, body=body, options=options)

    def list(
        self, signature: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.ListClassificationSetCasesAnswerDatum]:
        path = filled(_CLASSIFICATION_SET + "/cases", signature=signature)
        return AsyncListing(self._transport, path, limit, cursor, options)

    async def delete(self, signature: str, case: str, *, options: Options | None = None) -> None:
        path = filled(_CLASSIFICATION_SET + "/cases/{case}", signature=signature, case=case)
        await self._call("DELETE", path, options=options)


class AsyncAliases(AsyncResource):
    """Names that stand for a set, or for two between which callers are shared out."""

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.Alias]:
        return AsyncListing(self._transport, "/v1/aliases", limit, cursor, options)

    async def retrieve(self, alias: str, *, options: Options | None = None) -> types.Alias:
        return await self._call("GET", filled("/v1/aliases/{alias}", alias=alias), options=options)

    async def replace(
        self, alias: str, /, *, options: Options | None = None, **body: Unpack[types.AliasBody]
    ) -> types.Alias:
        """Makes it where there is none yet."""
        return await self._call("PUT", filled("/v1/aliases/{alias}", alias=alias), body=body, options=options)

    async def delete(self, alias: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled("/v1/aliases/{alias}", alias=alias), options=options)


class AsyncBanks(AsyncResource):
    """Memory banks."""

    def __init__(self, transport: AsyncTransport):
        super().__init__(transport)
        self.memories = AsyncMemories(transport)

    async def create(self, *, options: Options | None = None, **body: Unpack[types.BankBody]) -> types.Bank:
        return await self._call("POST", "/v1/banks", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.Bank]:
        return AsyncListing(self._transport, "/v1/banks", limit, cursor, options)

    async def retrieve(self, id: str, *, options: Options | None = None) -> types.Bank:
        return await self._call("GET", filled("/v1/banks/{id}", id=id), options=options)

    async def replace(
        self, id: str, /, *, options: Options | None = None, **body: Unpack[types.BankBody]
    ) -> types.Bank:
        """Its memories stay."""
        return await self._call("PUT", filled("/v1/banks/{id}", id=id), body=body, options=options)

    async def delete(self, id: str, *, options: Options | None = None) -> None:
        """With all its memories."""
        await self._call("DELETE", filled("/v1/banks/{id}", id=id), options=options)


class AsyncMemories(AsyncResource):
    """What a bank remembers."""

    async def create(
        self, bank: str, /, *, options: Options | None = None, **body: Unpack[types.MemoryBody]
    ) -> types.Memory:
        return await self._call("POST", filled("/v1/banks/{id}/memories", id=bank), body=body, options=options)

    def list(
        self, bank: str, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.Memory]:
        return AsyncListing(self._transport, filled("/v1/banks/{id}/memories", id=bank), limit, cursor, options)

    async def delete(self, bank: str, memory: str, *, options: Options | None = None) -> None:
        path = filled("/v1/banks/{id}/memories/{memory}", id=bank, memory=memory)
        await self._call("DELETE", path, options=options)


class AsyncPersonas(AsyncResource):
    """Who speaks in answers in words."""

    async def create(self, *, options: Options | None = None, **body: Unpack[types.PersonaBody]) -> types.Persona:
        return await self._call("POST", "/v1/personas", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.Persona]:
        return AsyncListing(self._transport, "/v1/personas", limit, cursor, options)

    async def retrieve(self, name: str, *, options: Options | None = None) -> types.Persona:
        return await self._call("GET", filled("/v1/personas/{name}", name=name), options=options)

    async def replace(
        self, name: str, /, *, options: Options | None = None, **body: Unpack[types.PersonaReplacement]
    ) -> types.Persona:
        return await self._call("PUT", filled("/v1/personas/{name}", name=name), body=body, options=options)

    async def delete(self, name: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled("/v1/personas/{name}", name=name), options=options)


class AsyncValueLists(AsyncResource):
    """Long lists of values that parameters refer to."""

    async def create(self, *, options: Options | None = None, **body: Unpack[types.ValueListBody]) -> types.ValueList:
        return await self._call("POST", "/v1/value-lists", body=body, options=options)

    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.ValueList]:
        return AsyncListing(self._transport, "/v1/value-lists", limit, cursor, options)

    async def retrieve(self, name: str, *, options: Options | None = None) -> types.ValueList:
        return await self._call("GET", filled("/v1/value-lists/{name}", name=name), options=options)

    async def replace(
        self, name: str, /, *, options: Options | None = None, **body: Unpack[types.ValueListReplacement]
    ) -> types.ValueList:
        return await self._call("PUT", filled("/v1/value-lists/{name}", name=name), body=body, options=options)

    async def delete(self, name: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled("/v1/value-lists/{name}", name=name), options=options)

    async def nearest(
        self, name: str, said: str, *, limit: int | None = None, options: Options | None = None
    ) -> types.NearestValues:
        """The values that are most like what was said. `limit`: 1–20."""
        query: dict[str, str | int] = {"q": said, **({} if limit is None else {"limit": limit})}
        path = filled("/v1/value-lists/{name}/nearest", name=name)
        return await self._call("GET", path, query=query, options=options)


class AsyncQueryLog(AsyncResource):
    """What was asked, where the app or its operator turned the log on."""

    def __init__(self, transport: AsyncTransport):
        super().__init__(transport)
        self.entries = AsyncQueryLogEntries(transport)

    async def retrieve(self, *, options: Options | None = None) -> types.GetQueryLogAnswer:
        """Whether it is on, and how much it keeps."""
        return await self._call("GET", "/v1/query-log", options=options)

    async def replace(
        self, *, options: Options | None = None, **body: Unpack[types.ReplaceQueryLogBody]
    ) -> types.ReplaceQueryLogAnswer:
        """Turns it on or off."""
        return await self._call("PUT", "/v1/query-log", body=body, options=options)


class AsyncQueryLogEntries(AsyncResource):
    def list(
        self, *, limit: int | None = None, cursor: str | None = None, options: Options | None = None
    ) -> AsyncListing[types.ListQueryLogEntriesAnswerDatum]:
        """Newest first."""
        return AsyncListing(self._transport, "/v1/query-log/entries", limit, cursor, options)

    async def delete(self, entry: str, *, options: Options | None = None) -> None:
        await self._call("DELETE", filled("/v1/query-log/entries/{entry}", entry=entry), options=options)

    async def clear(
        self, *, before: str | None = None, options: Options | None = None
    ) -> types.DeleteQueryLogEntriesAnswer:
        """All of them, or with `before` (RFC 3339) those that were last asked before it."""
        query: dict[str, str | int] = {} if before is None else {"before": before}
        return await self._call("DELETE", "/v1/query-log/entries", query=query, options=options)


class AsyncBundles(AsyncResource):
    """Sets with their tests in one signed file, from one server to another."""

    async def create(self, *, options: Options | None = None, **body: Unpack[types.BundlesBody]) -> types.BundlesAnswer:
        return await self._call("POST", "/v1/bundles", body=body, options=options, timeout=LONG_TIMEOUT)

    async def import_(
        self, *, options: Options | None = None, **body: Unpack[types.BundlesImportBody]
    ) -> types.BundlesImportAnswer:
        return await self._call("POST", "/v1/bundles/import", body=body, options=options, timeout=LONG_TIMEOUT)
