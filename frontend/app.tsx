import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "./http/query.ts";
import { Routes } from "./routes.tsx";
import { Shell } from "./shell/shell.tsx";

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <Routes />
      </Shell>
    </QueryClientProvider>
  );
}
