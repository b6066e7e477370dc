import { run } from './run.ts'

/* `npm start`: the product in one command. */
await run()
