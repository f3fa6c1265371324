/** What the simulation knows of a cluster: taken from figures that `scripts/bench/cluster/main.ts` has measured, nothing by hand. */

/** The part of a file of figures that is read. */
export interface Figures {
  readonly loads: readonly {
    readonly in_flight: number;
    /** That ask in turn, all as often. */
    readonly apps: number;
    readonly cluster: {
      readonly node_cpu_us: number;
      readonly postgres_cpu_us: number;
      readonly statements_per_request: number;
      readonly wal_bytes_per_request: number;
    };
  }[];
  readonly entry: {
    readonly bytes_per_entry: number;
    readonly index_bytes_per_entry: number;
  };
}

export interface Costs {
  /** Microseconds on a processor of a node for an exact hit, HTTP and all, when it is busy. */
  readonly nodeUs: number;
  /** Microseconds on a processor of Postgres for a turn, however little is in it. */
  readonly turnUs: number;
  /** And for each charge in it. */
  readonly chargeUs: number;
  /** And for each app in it beyond the first. */
  readonly appUs: number;
}

/** Throws an Error where the figures have fewer than two loads of one app, or none of several. */
export function costsOf({ loads }: Figures): Costs {
  const turns = loads.map(({ apps, cluster }) => {
    const charges = 1 / cluster.statements_per_request;
    return { apps: Math.min(apps, charges), charges, us: cluster.postgres_cpu_us * charges };
  });
  const [ofOne, ofSeveral] = [turns.filter(({ apps }) => apps <= 1), turns.filter(({ apps }) => apps > 1)];
  const busiest = loads.filter(({ apps }) => apps === 1).at(-1);
  if (!busiest || ofOne.length < 2 || ofSeveral.length === 0)
    throw new Error("loads of one app and of several are needed: see scripts/bench/cluster/main.ts");
  const { constant, slope } = lineThrough(ofOne.map(({ charges, us }) => [charges, us]));
  const appUs = ofSeveral.map(({ apps, charges, us }) => (us - constant - slope * charges) / (apps - 1));
  return {
    nodeUs: busiest.cluster.node_cpu_us,
    turnUs: Math.max(0, constant),
    chargeUs: Math.max(0, slope),
    appUs: Math.max(0, appUs.reduce((sum, us) => sum + us, 0) / appUs.length),
  };
}

/** The line whose relative errors have the least sum of squares: a turn of one charge tells as much as one of hundreds. */
function lineThrough(points: readonly (readonly [x: number, y: number])[]): {
  readonly constant: number;
  readonly slope: number;
} {
  let [weights, ofX, ofY, ofXX, ofXY] = [0, 0, 0, 0, 0];
  for (const [x, y] of points) {
    const weight = 1 / y ** 2;
    weights += weight;
    ofX += weight * x;
    ofY += weight * y;
    ofXX += weight * x * x;
    ofXY += weight * x * y;
  }
  const slope = (weights * ofXY - ofX * ofY) / (weights * ofXX - ofX ** 2);
  return { constant: (ofY - slope * ofX) / weights, slope };
}
