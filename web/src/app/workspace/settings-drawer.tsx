import { Button, Segmented, Select, Switch } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { SidePanel } from '../../kit/dialog/side-panel.tsx'
import { useStore } from '../../kit/state/store.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { densityStore, themeStore } from '../../kit/theme/preferences.ts'
import { useUser } from '../session/use-permission.ts'
import styles from './workspace.module.css'
import { workspaceMessages } from './workspace-messages.ts'
import { lock } from './idle-lock.ts'
import { changeSettings, idleChoices, settingsStore } from './settings.ts'

/** The user's display and behaviour settings in this browser. */
export function SettingsDrawer(props: { isOpen: boolean; onClose: () => void }): ReactNode {
  const t = useMessages(workspaceMessages)
  const { language, setLanguage } = useLanguage()
  const theme = useStore(themeStore)
  const density = useStore(densityStore)
  const settings = useStore(settingsStore)
  const { account } = useUser()
  const idle = useId()
  return (
    <SidePanel isOpen={props.isOpen} isModal title={t('settings')} onClose={props.onClose}>
      <Setting text={t('theme')}>
        <Segmented
          aria-label={t('theme')}
          value={theme}
          options={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          onChange={themeStore.set}
        />
      </Setting>
      <Setting text={t('size')}>
        <Segmented
          aria-label={t('size')}
          value={density}
          options={[
            { value: 'compact', label: t('compact') },
            { value: 'medium', label: t('medium') },
            { value: 'comfortable', label: t('comfortable') },
          ]}
          onChange={densityStore.set}
        />
      </Setting>
      <Setting text={t('language')}>
        <Segmented
          aria-label={t('language')}
          value={language}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={setLanguage}
        />
      </Setting>
      <Flag
        text={t('watermark')}
        hint={t('watermarkHint')}
        isOn={settings.hasWatermark}
        onChange={(hasWatermark) => changeSettings({ hasWatermark })}
      />
      <Flag
        text={t('footer')}
        isOn={settings.hasFooter}
        onChange={(hasFooter) => changeSettings({ hasFooter })}
      />
      <Flag
        text={t('keepsTabs')}
        isOn={settings.keepsTabs}
        onChange={(keepsTabs) => changeSettings({ keepsTabs })}
      />
      <Setting text={<label htmlFor={idle}>{t('idle')}</label>}>
        <span>
          <Button type="link" onClick={() => lock(account)}>
            {t('lockNow')}
          </Button>
          <Select
            id={idle}
            style={{ width: 130 }}
            value={settings.idleMinutes}
            options={idleChoices.map((minutes) => ({
              value: minutes,
              label: minutes === 0 ? t('never') : t('minutes', { count: minutes }),
            }))}
            onChange={(idleMinutes) => changeSettings({ idleMinutes })}
          />
        </span>
      </Setting>
    </SidePanel>
  )
}

function Setting(props: { text: ReactNode; hint?: string; children: ReactNode }): ReactNode {
  return (
    <div className={styles.setting}>
      <div>
        {props.text}
        {props.hint !== undefined && <small>{props.hint}</small>}
      </div>
      {props.children}
    </div>
  )
}

function Flag(props: {
  text: string
  hint?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}): ReactNode {
  return (
    <Setting text={props.text} {...(props.hint !== undefined && { hint: props.hint })}>
      <Switch aria-label={props.text} checked={props.isOn} onChange={props.onChange} />
    </Setting>
  )
}
