import { Segmented } from 'antd'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '../kit/feedback/lazy-part.tsx'
import { PageFrame } from '../kit/pages/frame/page-frame.tsx'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { BusinessSettings } from './business-settings.tsx'
import styles from './system.module.css'

const messages = defineMessages({
  part: { zh: '配置内容', en: 'What to configure' },
  parameters: { zh: '业务参数', en: 'Parameters' },
  templates: { zh: '消息模板', en: 'Templates' },
  channels: { zh: '发送方式', en: 'Channels' },
  deliveries: { zh: '发送记录', en: 'Sent messages' },
  notice: { zh: '发通知', en: 'Write a notice' },
  periods: { zh: '会计期间', en: 'Periods' },
})

const Templates = lazyPart(async () => ({
  default: (await import('./message-templates.tsx')).MessageTemplates,
}))
const Channels = lazyPart(async () => ({
  default: (await import('./message-channels.tsx')).MessageChannels,
}))
const Deliveries = lazyPart(async () => ({
  default: (await import('./message-deliveries.tsx')).MessageDeliveries,
}))
const Periods = lazyPart(async () => ({
  default: (await import('./posting-periods.tsx')).PostingPeriods,
}))
const Notice = lazyPart(async () => ({ default: (await import('./notice-form.tsx')).NoticeForm }))

const parts = {
  parameters: BusinessSettings,
  templates: Templates,
  channels: Channels,
  deliveries: Deliveries,
  notice: Notice,
  periods: Periods,
} as const
type Part = keyof typeof parts

/** 系统业务配置: business parameters, notifications and posting periods. */
export default function SystemConfiguration(): ReactNode {
  const t = useMessages(messages)
  const [part, setPart] = useState<Part>('parameters')
  const Shown = parts[part]
  return (
    <PageFrame
      path="/system/systemPageSetup"
      titleExtra={
        <div className={styles.parts}>
          <Segmented
            aria-label={t('part')}
            value={part}
            onChange={setPart}
            options={(Object.keys(parts) as Part[]).map((value) => ({ value, label: t(value) }))}
          />
        </div>
      }
    >
      <Suspense fallback={null}>
        <Shown />
      </Suspense>
    </PageFrame>
  )
}
