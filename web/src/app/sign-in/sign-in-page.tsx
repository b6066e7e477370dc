import { useState } from 'react'
import type { ReactNode } from 'react'
import { useStore } from '../../kit/state/store.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { DemonstrationNote } from '../session/demonstration-tag.tsx'
import { sessionStore } from '../session/session.ts'
import { StandAloneFrame } from '../stand-alone/stand-alone-frame.tsx'
import styles from '../stand-alone/stand-alone.module.css'
import { CompanySignIn } from './company-sign-in.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signInMessages } from './sign-in-messages.ts'

/** The sign-in page, with the enforced password change if the server requires it. */
export function SignInPage(): ReactNode {
  const t = useMessages(signInMessages)
  const { phase, mustChangePasswordOf } = useStore(sessionStore)
  const [note, setNote] = useState('')
  return (
    <StandAloneFrame title={t('signIn')}>
      <DemonstrationNote className={styles.note} />
      {phase === 'lapsed' && <LapseNote />}
      {note !== '' && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {mustChangePasswordOf === null ? (
        <>
          <SignInForm />
          <CompanySignIn />
        </>
      ) : (
        <NewPasswordForm account={mustChangePasswordOf} onChanged={() => setNote(t('changed'))} />
      )}
    </StandAloneFrame>
  )
}

/** Explains why the pages are hidden, and whose they are. */
function LapseNote(): ReactNode {
  const t = useMessages(signInMessages)
  const { lapseReason, user } = useStore(sessionStore)
  const own = user?.username ?? ''
  return (
    <p className={styles.note} role="status">
      {lapseReason === 'expired' && t('lapsed')}
      {lapseReason === 'signed-out-elsewhere' && t('signedOutElsewhere')}
      {typeof lapseReason === 'object' &&
        t('otherPersonCame', { other: lapseReason.signedInElsewhere, own })}
      <br />
      {t('otherPersonWarning')}
    </p>
  )
}
