import { passwordProblem } from '@kufang/kernel/password.ts'
import { Button, Flex, Form, Input, Typography } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { changePassword, leaveForSignIn } from '../session/session.ts'
import { useUser } from '../session/use-permission.ts'
import { PasswordMeter } from './password-meter.tsx'
import { passwordProblemTexts } from './password-problems.ts'

/** The form field to which each password problem belongs. */
const fieldOfProblem = {
  'new-required': 'wanted',
  'not-all-kinds': 'wanted',
  'wrong-length': 'wanted',
  'chinese-characters': 'wanted',
  'old-required': 'old',
  'confirmation-required': 'confirmation',
  'confirmation-differs': 'confirmation',
  'same-as-old': 'wanted',
} as const

interface Entries {
  old: string
  wanted: string
  confirmation: string
}

/** The form to change the own password; the user then signs in with the new one. */
export function ChangePasswordForm(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const user = useUser()
  const [entries, setEntries] = useState<Entries>({ old: '', wanted: '', confirmation: '' })
  const [hasTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const problem = passwordProblem(entries.old, entries.wanted, entries.confirmation)

  const send = async (): Promise<void> => {
    setTried(true)
    if (problem !== null) return
    setBusy(true)
    setError(null)
    try {
      await changePassword(user.account, entries.old, entries.wanted)
      toast.success(t('passwordChanged'))
      leaveForSignIn()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof Entries, text: string, autoComplete: string): ReactNode => {
    const isWrong = hasTried && problem !== null && fieldOfProblem[problem] === name
    return (
      <Form.Item
        label={text}
        required
        htmlFor={`password-${name}`}
        validateStatus={isWrong ? 'error' : ''}
        help={isWrong ? label(passwordProblemTexts[problem]) : undefined}
      >
        <Input.Password
          id={`password-${name}`}
          value={entries[name]}
          autoComplete={autoComplete}
          onChange={(event) => setEntries({ ...entries, [name]: event.target.value })}
        />
      </Form.Item>
    )
  }
  return (
    <Form layout="vertical" onFinish={() => void send()}>
      <ErrorBanner error={error} />
      {field('old', t('oldPassword'), 'current-password')}
      {field('wanted', t('newPassword'), 'new-password')}
      <PasswordMeter password={entries.wanted} />
      {field('confirmation', t('confirmation'), 'new-password')}
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{t('passwordRule')}</Typography.Text>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('changePassword')}
        </Button>
      </Flex>
    </Form>
  )
}
