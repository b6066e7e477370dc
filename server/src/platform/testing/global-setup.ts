import { join } from 'node:path'
import { clusterVariable, folderVariable, startTestCluster } from './cluster.ts'
import { keepTemporaryFiles } from './run-folder.ts'

/** Called by vitest once before all tests; the returned function is called after them. */
export default async function setUp(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  process.env[clusterVariable] = cluster.connectionString
  process.env[folderVariable] = cluster.folder
  keepTemporaryFiles(join(cluster.folder, 'temporary'))
  return () => cluster.stop()
}
