import { pino } from 'pino'
import { openDatabase } from '../../../platform/database/database.ts'
import { openSecretBox } from '../../../platform/secrets/secret-box.ts'
import { startWebhookSender } from '../sender.ts'

// A process that only sends webhooks, to be killed by a test. Arguments: the database, the data folder.

const [connectionString = '', dataFolder = ''] = process.argv.slice(2)
startWebhookSender({
  database: openDatabase({ connectionString }),
  secrets: openSecretBox({ dataFolder }),
  outgoing: { hosts: [], allowsLoopback: true },
  log: pino({ level: 'silent' }),
  tell: async () => undefined,
})
