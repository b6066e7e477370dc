import { run } from './run.ts'

/* `npm start`: starts the complete product. */
await run()
