import { resolve } from 'node:path'
import { backUp } from './backup.ts'
import { Mistake, readConfiguration } from './configuration.ts'

/* `npm run backup -- FOLDER`: copies the data folder of the running product with its embedded database. */
try {
  const [target] = process.argv.slice(2)
  if (target === undefined) throw new Mistake('npm run backup -- FOLDER: name the folder to make')
  const { dataFolder, databaseUrl } = readConfiguration(process.env)
  if (databaseUrl !== undefined)
    throw new Mistake(
      'DATABASE_URL is set: back that database up by its own means (docs/operations.md)',
    )
  const { folder, endsAt } = await backUp(
    dataFolder,
    resolve(process.env['INIT_CWD'] ?? '.', target),
  )
  process.stdout.write(`${folder} holds everything up to ${endsAt}\n`)
} catch (error) {
  process.stderr.write(
    `${error instanceof Mistake ? error.message : ((error as Error).stack ?? String(error))}\n`,
  )
  process.exitCode = 1
}
