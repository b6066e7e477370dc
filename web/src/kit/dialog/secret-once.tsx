import { Button, Input, type InputRef } from 'antd'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { toast } from '../feedback/toast.ts'
import { defineMessages, useMessages } from '../text/messages.ts'
import { Dialog } from './dialog.tsx'

const messages = defineMessages({
  copy: { zh: '复制', en: 'Copy' },
  copied: { zh: '已复制', en: 'Copied' },
  select: { zh: '已选中，请按 Ctrl+C 复制', en: 'Selected: press Ctrl+C to copy' },
})

/** Shows a new secret once, with a button that copies it. */
export function SecretOnce(props: {
  title: string
  /** Where it belongs, and that it is not shown again. */
  text: string
  /** Names the secret. */
  label: string
  secret: string
  onClose: () => void
}): ReactNode {
  const t = useMessages(messages)
  const input = useRef<InputRef>(null)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.secret)
      toast.success(t('copied'))
    } catch {
      // Browsers refuse it over plain http and without permission.
      input.current?.select()
      toast.success(t('select'))
    }
  }
  return (
    <Dialog isOpen size="narrow" title={props.title} onClose={props.onClose}>
      <p>{props.text}</p>
      <Input ref={input} readOnly value={props.secret} aria-label={props.label} />
      <Button
        type="primary"
        onClick={() => {
          copy().catch(toast.error)
        }}
      >
        {t('copy')}
      </Button>
    </Dialog>
  )
}
