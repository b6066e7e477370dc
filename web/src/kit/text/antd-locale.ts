import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import chinese from 'antd/es/locale/zh_CN'
import type { Language } from './language.ts'

/** antd's texts; also sets the language of weekdays and months in calendars. */
export function antdLocale(language: Language): Locale {
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
  return language === 'zh' ? chinese : english
}
