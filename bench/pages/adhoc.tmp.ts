import { readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../server/src/platform/database/database.ts'
import { startServer } from '../server.ts'
import { readTimes, readPlans, problemsOf } from './look.ts'
const url = readFileSync('/tmp/full.url', 'utf8').trim()
const folder = readFileSync('/tmp/full.folder', 'utf8').trim()
const database = openDatabase({ connectionString: url, connectionsMax: 3 })
let server: any
const installation: any = { database, isSmall: false, logFile: folder + '/database/postgres.log', async serve() { await server?.stop(); server = await startServer(url, { environment: { KUFANG_EXPORTS: '10000' } }); return server.address.replace(/\/$/, '') } }
const wanted = process.argv.slice(3)
const f = process.argv[2] === 'plans' ? await readPlans(installation, { wanted, onWhole: (w: string, s: any) => console.log('\n' + w + '\n' + JSON.stringify(s.reads) + '\n' + s.text) }) : await readTimes(installation, { wanted, runs: 4 }, (t: string) => console.log('… ' + t))
for (const p of problemsOf(f)) console.log(p)
writeFileSync('/tmp/adhoc.json', JSON.stringify(f))
await server?.stop(); await database.close()
