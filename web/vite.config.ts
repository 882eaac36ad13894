import { defineConfig } from "vite";

// The page goes into the Python package, which serves it and ships it.
export default defineConfig({
  base: "./",
  build: {
    outDir: "../src/robopitch/web/static",
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 1200,
  },
});
