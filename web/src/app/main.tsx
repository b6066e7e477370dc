import './base.css'
import { createRoot } from 'react-dom/client'
import { watchUncaughtErrors } from '../kit/feedback/error-log.ts'
import { htmlLanguage, languageStore } from '../kit/text/language.ts'
import { showTheme, themeStore } from '../kit/theme/preferences.ts'
import { followBrowser } from '../kit/location/hash-location.ts'
import { Root } from './root.tsx'
import { finishPresses } from './workspace/finish-presses.ts'

watchUncaughtErrors()
followBrowser()
finishPresses()
showTheme(themeStore.get())
document.documentElement.lang = htmlLanguage(languageStore.get())

const place = document.querySelector('#root')
if (place === null) throw new Error('the page has no #root')
createRoot(place).render(<Root />)
