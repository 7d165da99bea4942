export { default } from "../dist/models/core/index.js";
