"""What is said becomes a call of a tool, and that the action of Home Assistant by the same name."""

from __future__ import annotations

from dragoman_client import DragomanError
from homeassistant.components.conversation import (
    AssistantContent,
    ChatLog,
    ConversationEntity,
    ConversationInput,
    ConversationResult,
)
from homeassistant.config_entries import ConfigEntry
from homeassistant.const import MATCH_ALL
from homeassistant.core import HomeAssistant
from homeassistant.exceptions import HomeAssistantError
from homeassistant.helpers.entity_platform import AddConfigEntryEntitiesCallback
from homeassistant.helpers.intent import IntentResponse, IntentResponseErrorCode

#: Of those that ask something back; the oldest are forgotten.
CONVERSATIONS_MAX = 100


async def async_setup_entry(
    hass: HomeAssistant, entry: ConfigEntry, async_add_entities: AddConfigEntryEntitiesCallback
) -> None:
    async_add_entities([DragomanAgent(entry)])


class DragomanAgent(ConversationEntity):
    _attr_has_entity_name = True
    _attr_name = None
    _attr_supported_languages = MATCH_ALL

    def __init__(self, entry: ConfigEntry) -> None:
        self._attr_unique_id = entry.entry_id
        self._client = entry.runtime_data
        self._toolset = entry.data["toolset"]
        #: What was said, and meant, by conversations that were asked for more.
        self._open: dict[str, dict] = {}

    async def _async_handle_message(self, user_input: ConversationInput, chat_log: ChatLog) -> ConversationResult:
        response = IntentResponse(language=user_input.language)
        asks_back = False
        before = self._open.pop(chat_log.conversation_id, None)
        try:
            answer = await self._client.resolve_respond(
                query=user_input.text, toolsets=[self._toolset], history=[before] if before else []
            )
            text, call = answer["response"]["text"], answer["resolved"]
            asks_back = bool(answer["metadata"]["missing_parameters"])
            if asks_back:
                self._remember(chat_log.conversation_id, {"query": user_input.text, **call})
            elif call["tool"] != "none":
                domain, _, action = call["tool"].partition(".")
                await self.hass.services.async_call(
                    domain, action, call["parameters"], blocking=True, context=user_input.context
                )
            response.async_set_speech(text)
        except (DragomanError, HomeAssistantError) as failure:
            text = f"That did not work: {failure}"
            response.async_set_error(IntentResponseErrorCode.FAILED_TO_HANDLE, text)
        chat_log.async_add_assistant_content_without_tools(AssistantContent(user_input.agent_id, text))
        return ConversationResult(response, chat_log.conversation_id, continue_conversation=asks_back)

    def _remember(self, conversation_id: str, said: dict) -> None:
        self._open[conversation_id] = said
        while len(self._open) > CONVERSATIONS_MAX:
            del self._open[next(iter(self._open))]
