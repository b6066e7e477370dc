import { resolve } from 'node:path'
import { readExplanations } from './terms.ts'
import { termsPage } from './terms-page.ts'

/* `npm run terms`: prints every term of the declarations with its names on the screen and its meaning. */
process.stdout.write(termsPage(readExplanations(resolve(import.meta.dirname, '..'))))
