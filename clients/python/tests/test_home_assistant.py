"""The example's agent before the executable, with a stand-in for Home Assistant."""

from __future__ import annotations

import importlib
import json
import os
import unittest
from pathlib import Path
from types import SimpleNamespace

from fake_home_assistant import ChatLog, ConversationInput, Hass, install

FOLDER = Path(os.environ["HOME_ASSISTANT_EXAMPLE"])
DATA = {"base_url": os.environ["SERVER_URL"], "api_key": os.environ["HOUSE_KEY"], "toolset": "house-v1"}
component = install(FOLDER)


class Agent(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        self.hass = Hass()
        self.entry = SimpleNamespace(entry_id="1", data=DATA)
        self.assertTrue(await component.async_setup_entry(self.hass, self.entry))
        (self.agent,) = self.hass.entities

    async def asyncTearDown(self) -> None:
        self.assertTrue(await component.async_unload_entry(self.hass, self.entry))
        await self.hass.http.aclose()

    async def say(self, text: str, log: ChatLog):
        return await self.agent._async_handle_message(ConversationInput(text), log)

    async def test_does_what_is_said(self) -> None:
        log = ChatLog("1")
        result = await self.say("turn on the light in the kitchen", log)
        self.assertEqual(self.hass.services.called, [("light.turn_on", {"area_id": "kitchen"})])
        self.assertIsNone(result.response.error_code)
        self.assertFalse(result.continue_conversation)
        self.assertEqual([said.content for said in log.content], [result.response.speech])

    async def test_asks_for_what_is_missing_and_goes_on(self) -> None:
        log = ChatLog("1")
        result = await self.say("turn off the light", log)
        self.assertTrue(result.continue_conversation)
        self.assertIn("?", result.response.speech)
        self.assertEqual(self.hass.services.called, [])
        result = await self.say("in the hall", log)
        self.assertEqual(self.hass.services.called, [("light.turn_off", {"area_id": "hall"})])
        self.assertFalse(result.continue_conversation)

    async def test_does_nothing_that_fits_no_tool(self) -> None:
        result = await self.say("what is the capital of France?", ChatLog("1"))
        self.assertEqual(self.hass.services.called, [])
        self.assertIsNone(result.response.error_code)

    async def test_says_what_failed(self) -> None:
        self.hass.services.known.clear()
        result = await self.say("turn on the light in the kitchen", ChatLog("1"))
        self.assertEqual(result.response.error_code, "failed_to_handle")
        self.assertIn("light.turn_on not found", result.response.speech)
        await component.client_of(self.hass, DATA).toolsets.retrieve("house-v1")
        self.entry.data = {**DATA, "toolset": "nope"}
        await component.async_setup_entry(self.hass, self.entry)
        self.agent = self.hass.entities[-1]
        result = await self.say("turn on the light in the kitchen", ChatLog("1"))
        self.assertEqual(result.response.error_code, "failed_to_handle")
        self.assertNotIn(DATA["api_key"], result.response.speech)

    async def test_remembers_no_more_conversations_than_it_may(self) -> None:
        module = importlib.import_module("custom_components.dragoman.conversation")
        for number in range(module.CONVERSATIONS_MAX + 5):
            self.agent._remember(str(number), {})
        self.assertEqual(len(self.agent._open), module.CONVERSATIONS_MAX)

    async def test_is_set_up_where_the_server_knows_the_key(self) -> None:
        flow = importlib.import_module("custom_components.dragoman.config_flow").DragomanConfigFlow()
        flow.hass = self.hass
        self.assertEqual((await flow.async_step_user())["errors"], {})
        for change, errors in (
            ({"api_key": "dgm_nobody"}, {"api_key": "invalid_auth"}),
            ({"toolset": "nope"}, {"toolset": "unknown_toolset"}),
            ({"base_url": "nowhere"}, {"base": "cannot_connect"}),
        ):
            self.assertEqual((await flow.async_step_user({**DATA, **change}))["errors"], errors)
        self.assertEqual((await flow.async_step_user(DATA))["data"], DATA)
        words = json.loads((FOLDER / "translations/en.json").read_text())["config"]
        self.assertEqual(set(words["error"]), {"invalid_auth", "unknown_toolset", "cannot_connect"})
        self.assertEqual(set(words["step"]["user"]["data"]), set(DATA))


if __name__ == "__main__":
    unittest.main()
