import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { storageContract } from "./contract.ts";
import { freshFolder } from "./kit.ts";

storageContract("embedded", async () => {
  const folder = freshFolder();
  const fixture = {
    storage: await openEmbeddedStorage({ dataDir: folder.path }),
    async reopen() {
      await fixture.storage.close();
      fixture.storage = await openEmbeddedStorage({ dataDir: folder.path });
      return fixture.storage;
    },
    async dispose() {
      await fixture.storage.close();
      folder[Symbol.dispose]();
    },
  };
  return fixture;
});
