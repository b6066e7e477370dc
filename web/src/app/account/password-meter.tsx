import { passwordStrength } from '@kufang/kernel/password.ts'
import { Flex, Progress, Typography } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { accountMessages } from './account-messages.ts'
import { passwordStrengthTexts } from './password-problems.ts'

/** Number of filled bars, of three (weak, medium, high), by number of character kinds. */
const bars = { 1: 1, 2: 2, 3: 2, 4: 3 } as const

/** Shows the password strength by the kinds of its characters; advisory only, empty without a password. */
export function PasswordMeter({ password }: { password: string }): ReactNode {
  const t = useMessages(accountMessages)
  const shell = useMessages(shellMessages)
  const { label } = useLanguage()
  const strength = passwordStrength(password)
  if (strength === 0) return null
  return (
    <Flex gap={12} align="center" style={{ marginBlockEnd: 16 }}>
      <Progress
        steps={3}
        percent={Math.round((bars[strength] / 3) * 100)}
        showInfo={false}
        status={strength === 1 ? 'exception' : strength === 4 ? 'success' : 'normal'}
        aria-label={t('meter')}
      />
      <Typography.Text role="status">
        {shell('strength', { level: label(passwordStrengthTexts[strength]) })}
      </Typography.Text>
    </Flex>
  )
}
