/** A plugin of Miniflare: bindings to the services behind its D1 and R2, which speak the bindings' own protocol. */
export const plugins = {
  "raw-services": {
    getBindings: (options: { config: { env?: Record<string, RawBinding> } }) =>
      Object.entries(options.config.env ?? {}).flatMap(([name, binding]) =>
        binding.type === "unsafe:raw"
          ? [{ name, service: { name: binding.dev.options.service } }]
          : [],
      ),
    getNodeBindings: () => ({}),
    getServices: () => [],
  },
};

type RawBinding = { type: string; dev: { options: { service: string } } };
