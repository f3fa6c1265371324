import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { storageContract } from "./contract.ts";
import { KEPT_BYTES_MAX } from "./contract-kept-answers.ts";
import { freshFolder } from "./kit.ts";

storageContract("embedded", async () => {
  const folder = freshFolder();
  const options = { dataDir: folder.path, keptBytesPerAppMax: KEPT_BYTES_MAX };
  const fixture = {
    storage: await openEmbeddedStorage(options),
    async reopen() {
      await fixture.storage.close();
      fixture.storage = await openEmbeddedStorage(options);
      return fixture.storage;
    },
    async dispose() {
      await fixture.storage.close();
      folder[Symbol.dispose]();
    },
  };
  return fixture;
});
