import { expect, test } from "bun:test";
import { xsidTests } from "../../scripts/eval/xsid.ts";
import { XSID_TOOLS } from "../../scripts/eval/xsid-tools.ts";

test("a sentence of xSID wants its intent's tool, with each slot as it is marked", () => {
  const [asked, other] = xsidTests("de", [
    {
      text: "Lösche meinen Wecker für 7 Uhr.",
      intent: "alarm/cancel_alarm",
      tokens: ["Lösche", "meinen", "Wecker", "für", "7", "Uhr", "."],
      tags: ["O", "B-reference", "O", "O", "B-datetime", "I-datetime", "O"],
    },
    { text: "hm", intent: "nobody/knows", tokens: ["hm"], tags: ["O"] },
  ]);
  expect(asked).toMatchObject({ lang: "de", query: "Lösche meinen Wecker für 7 Uhr.", toolset: "xsid" });
  // Whose alarm it is may be left out.
  expect(asked?.groundTruth).toEqual([{ cancel_alarm: { reference: ["meinen", ""], datetime: ["7 Uhr"] } }]);
  expect(asked?.functions).toHaveLength(Object.keys(XSID_TOOLS).length);
  expect(other).toBeUndefined();
});
