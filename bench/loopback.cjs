// Loaded before the peer's server, which would otherwise listen on every interface of the machine.
const { Server } = require("node:net");

const { listen } = Server.prototype;
Server.prototype.listen = function onLoopback(port, ...rest) {
  return listen.call(
    this,
    { port: Number(port), host: "127.0.0.1" },
    rest.find((each) => typeof each === "function"),
  );
};
