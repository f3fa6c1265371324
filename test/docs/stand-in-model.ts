/** A model server of one process, for pages that begin with one: writes its address, and answers as its questions ask. */
import { openFaultServer, said } from "../fault-server.ts";

const server = openFaultServer(({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana"));
console.log(server.baseUrl);
