import { Menu, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useUser } from '../api/current-user.ts'
import { signOutEverywhere } from '../api/provider.ts'
import { currentLanguage, type Language, languageNames, languages, switchLanguage, useTranslation } from './i18n.ts'
import { ChevronDownIcon, SignOutIcon } from './icons.tsx'
import { links } from './links.ts'
import classes from './UserMenu.module.css'
import { leavePage } from './unsaved-forms.ts'

/** `children`: menu entries in addition to the account. */
export function UserMenu({ children }: { children?: ReactNode }) {
  const { t } = useTranslation()
  const { first_name, last_name, email } = useUser()
  const name = `${first_name} ${last_name}`.trim() || email
  const initials = `${first_name.charAt(0)}${last_name.charAt(0)}`.toUpperCase() || email.charAt(0).toUpperCase()
  return (
    <Menu classNames={{ dropdown: classes.dropdown }}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className={classes.initials} data-initials={initials} />
          <span className={classes.name}>{name}</span>
          <ChevronDownIcon />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.identity}>
          <div className={classes.fullName}>{name}</div>
          <div className={classes.email}>{email}</div>
        </div>
        <Menu.Divider />
        {children}
        <Menu.Label>{t('base__language__label')}</Menu.Label>
        <Menu.RadioGroup value={currentLanguage()} onChange={(language) => void switchLanguage(language as Language)}>
          {languages.map((language) => (
            <Menu.RadioItem key={language} value={language} lang={language} closeMenuOnClick>
              {languageNames[language]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item component={Link} to={links.account}>
          {t('base__user_menu__account')}
        </Menu.Item>
        <Menu.Item component={Link} to={links.secondFactor}>
          {t('base__user_menu__second_factor')}
        </Menu.Item>
        <Menu.Item component={Link} to={links.help}>
          {t('base__user_menu__help')}
        </Menu.Item>
        <Menu.Item leftSection={<SignOutIcon />} onClick={() => leavePage(() => void signOutEverywhere())}>
          {t('base__user_menu__sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
