import type { NodesWire } from "#http/schemas/known-nodes.ts";
import { bytes, count, exactMoment, milliseconds } from "../figures.ts";
import { useLoaded } from "../loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Table } from "../parts/table.tsx";
import { ask } from "../server.ts";
import { texts } from "../texts/texts.ts";
import { NodeCharts } from "./node-charts.tsx";

/** A node says so often how it is. */
const LOOK_MS = 5_000;

type Node = NodesWire["data"][number];

/** The nodes that share a database. `asked`: the name of the one that the overview came from. */
export function Nodes({ asked }: { readonly asked: string }) {
  const { nodes } = texts.value;
  const loaded = useLoaded(() => ask<NodesWire>("GET", "/nodes"), [], LOOK_MS);
  return (
    <section>
      <h2>{nodes.title}</h2>
      <p class="hint">{nodes.lead}</p>
      <Loading of={loaded}>
        {({ data }) => (
          <>
            <Table
              caption={nodes.title}
              rows={data}
              keyOf={({ node_id }) => node_id}
              columns={[
                { title: nodes.name, cell: ({ name }) => (name === asked ? nodes.asked(name) : name) },
                { title: nodes.state, cell: stateOf },
                { title: nodes.version, cell: ({ version }) => version },
                { title: nodes.address, cell: ({ address }) => address },
                { title: nodes.requests, isNumber: true, cell: ({ requests }) => count(requests) },
                { title: nodes.failed, isNumber: true, cell: ({ failed }) => count(failed) },
                { title: nodes.inFlight, isNumber: true, cell: ({ in_flight }) => count(in_flight) },
                { title: nodes.latency, isNumber: true, cell: latencyOf },
                { title: nodes.memory, isNumber: true, cell: ({ memory_bytes }) => bytes(memory_bytes) },
                { title: nodes.clock, isNumber: true, cell: clockOf },
              ]}
            />
            <NodeCharts of={data} />
          </>
        )}
      </Loading>
    </section>
  );
}

function stateOf({ state, heard_at }: Node): string {
  const { nodes } = texts.value;
  return state === "gone" ? nodes.goneSince(exactMoment(heard_at)) : nodes.states[state];
}

function latencyOf({ latency_ms: latency }: Node): string {
  return latency ? `${milliseconds(latency.p50)} / ${milliseconds(latency.p99)}` : "–";
}

/** Ahead of the database's, or behind. */
function clockOf({ clock_ahead_ms: ahead }: Node): string {
  if (ahead === null) return "–";
  return `${ahead < 0 ? "−" : "+"}${milliseconds(Math.abs(ahead))}`;
}
