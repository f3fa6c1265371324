/** What the simulation itself uses of the real world. To be loaded before the process is taken over. */
import { Socket } from "node:net";

export const RealSocket = Socket;
export const realTimeout = setTimeout;
export const clearRealTimeout = clearTimeout;
export const realNow = performance.now.bind(performance);
