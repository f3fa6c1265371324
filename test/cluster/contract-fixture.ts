/** The cluster's storage, as the contract of storages wants it. */
import { openClusterStorage } from "#storage/cluster/index.ts";
import { KEPT_BYTES_MAX } from "../storage/contract-kept-answers.ts";

type Options = Omit<Parameters<typeof openClusterStorage>[0], "keptBytesPerAppMax">;

export async function clusterFixture(options: Options) {
  const open = () => openClusterStorage({ ...options, keptBytesPerAppMax: KEPT_BYTES_MAX });
  const fixture = {
    storage: await open(),
    async reopen() {
      await fixture.storage.close();
      fixture.storage = await open();
      return fixture.storage;
    },
    async dispose() {
      await fixture.storage.close();
    },
  };
  return fixture;
}
