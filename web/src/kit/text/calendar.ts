import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { languageStore } from './language.ts'

function followLanguage(): void {
  dayjs.locale(languageStore.get() === 'zh' ? 'zh-cn' : 'en')
}

followLanguage()
languageStore.subscribe(followLanguage)

/**
 * The library of antd's calendars, with weekdays and months in the user's language. Import it from here only: lists
 * without a calendar do not load it.
 */
export { dayjs }
