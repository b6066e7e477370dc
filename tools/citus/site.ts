import { Site, type SiteDatabase } from '../../bench/faults/site.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { distribute, type CitusCluster } from './cluster.ts'

/** The product on a cluster, with all its connections under control as in `npm run faults`. */
export function openSite(cluster: CitusCluster): Promise<Site> {
  return Site.open(onCluster(cluster))
}

function onCluster(cluster: CitusCluster): SiteDatabase {
  return {
    start: async () => {
      if (!cluster.isRunning(0)) await cluster.startNode(0)
      return cluster.asPostgres()
    },
    create: async () => {
      const url = await cluster.createDatabase('kufang')
      await migrate(url)
      await distribute(url)
      return url
    },
  }
}
