import { EventEmitter } from "node:events";
import type { Owner } from "../kit/scheduler.ts";

/** The world behind a socket. */
export interface Network {
  readonly owner: Owner;
  connect(socket: SimulatedSocket): void;
  send(socket: SimulatedSocket, bytes: Uint8Array): void;
  /** Nothing is read from it any more. */
  leave(socket: SimulatedSocket): void;
  /** In a later event, on behalf of whoever has the socket. */
  soon(socket: SimulatedSocket, work: () => void): void;
}

type Done = () => void;

/** What the driver uses of a socket. What is written goes to the simulated network, and comes from there. */
export class SimulatedSocket extends EventEmitter {
  readonly #network: Network;
  readonly owner: Owner;
  writable = true;

  constructor(network: Network) {
    super();
    this.#network = network;
    this.owner = network.owner;
  }

  connect(): this {
    this.#network.connect(this);
    return this;
  }

  write(bytes: Uint8Array, done?: Done): boolean {
    if (this.writable) this.#network.send(this, bytes);
    if (done) this.#network.soon(this, done);
    return true;
  }

  end(): this {
    return this.destroy();
  }

  destroy(failure?: Error): this {
    if (!this.writable) return this;
    this.writable = false;
    this.#network.leave(this);
    this.#network.soon(this, () => this.#closed(failure));
    return this;
  }

  /** The other side, or what lies between, has ended it. */
  cut(): void {
    if (!this.writable) return;
    this.writable = false;
    this.#network.leave(this);
    this.#closed(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  #closed(failure?: Error): void {
    if (failure) this.emit("error", failure);
    this.emit("close");
  }
}
