export { default } from "../../../dist/models/thread/index.js";
