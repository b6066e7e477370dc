import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import chinese from 'antd/es/locale/zh_CN'
import type { Language } from './language.ts'

/** antd's texts; weekdays and months of calendars follow in calendar.ts. */
export function antdLocale(language: Language): Locale {
  return language === 'zh' ? chinese : english
}
