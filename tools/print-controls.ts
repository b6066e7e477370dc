import { controlsPage } from './controls-page.ts'

/* `npm run controls`: prints the control matrix. */
process.stdout.write(controlsPage())
