import { Input } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../kit/dialog/dialog.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { useMessages } from '../kit/text/messages.ts'
import { userMessages } from './user-messages.ts'

export interface OnceShownPassword {
  account: string
  password: string
}

/** A password that no mail brings to its person: shown once, to be handed over. */
export function OncePassword(props: OnceShownPassword & { onClose: () => void }): ReactNode {
  const t = useMessages(userMessages)
  const { label } = useLanguage()
  return (
    <Dialog
      isOpen
      size="narrow"
      title={t('secretTitle', { account: props.account })}
      onClose={props.onClose}
    >
      <p>{t('secretText')}</p>
      <Input
        readOnly
        value={props.password}
        aria-label={label({ zh: '初始密码', en: 'Password' })}
      />
    </Dialog>
  )
}
