import { clusterVariable, folderVariable, startTestCluster } from './cluster.ts'

/** Called by vitest once before all tests; the returned function is called after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  process.env[clusterVariable] = cluster.connectionString
  process.env[folderVariable] = cluster.folder
  return () => cluster.stop()
}
