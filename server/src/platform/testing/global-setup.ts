import { clusterVariable, startTestCluster } from './cluster.ts'

/** Called by vitest once before all tests; what it returns is called once after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  process.env[clusterVariable] = cluster.connectionString
  return () => cluster.stop()
}
