import { Button, Space } from 'antd'
import type { DocumentName } from '@kufang/contract/registry.ts'
import type { ReactNode } from 'react'
import type { DocumentSlots, EntrySlotProps } from '../kit/document/slots.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import { appointmentSlots } from './appointment.ts'

const messages = defineMessages({
  slots: { zh: '预约时段', en: 'Appointment slot' },
  needsDate: {
    zh: '先填预计到货日，再选预约时段',
    en: 'Fill in the expected arrival, then choose a slot',
  },
})

/** Buttons for the unloading slots of the day of arrival. */
function Appointment({ header, onHeaderChange }: EntrySlotProps): ReactNode {
  const t = useMessages(messages)
  const day = typeof header['etaDate'] === 'string' ? header['etaDate'] : ''
  return (
    <Space wrap role="group" aria-label={t('slots')}>
      <span>{day === '' ? t('needsDate') : t('slots')}</span>
      {day !== '' &&
        appointmentSlots(day).map((slot) => (
          <Button
            key={slot}
            size="small"
            type={header['appointmentSlot'] === slot ? 'primary' : 'default'}
            aria-pressed={header['appointmentSlot'] === slot}
            onClick={() => onHeaderChange({ appointmentSlot: slot })}
          >
            {slot.slice(11)}
          </Button>
        ))}
    </Space>
  )
}

export const documentSlots = {
  'delivery-note': { headerExtra: Appointment },
} satisfies Partial<Record<DocumentName, DocumentSlots>>
