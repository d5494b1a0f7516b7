import { Menu, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../api/current-user.ts'
import { signOut } from '../api/session.ts'
import { currentLanguage, languageNames, languages, switchLanguage } from './i18n.ts'
import { CheckIcon, ChevronDownIcon, SignOutIcon } from './icons.tsx'
import classes from './UserMenu.module.css'

export function UserMenu() {
  const { t } = useTranslation()
  const { first_name, last_name, email } = useUser()
  const name = `${first_name} ${last_name}`.trim() || email
  const initials = `${first_name.charAt(0)}${last_name.charAt(0)}`.toUpperCase() || email.charAt(0).toUpperCase()
  return (
    <Menu position="bottom-end" width={260} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.target} aria-label={t('base__user_menu__label', { name })}>
          <span className={classes.initials} aria-hidden="true">
            {initials}
          </span>
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
        <Menu.Label>{t('base__language__label')}</Menu.Label>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            role="menuitemradio"
            aria-checked={language === currentLanguage()}
            closeMenuOnClick={false}
            rightSection={language === currentLanguage() ? <CheckIcon /> : null}
            onClick={() => void switchLanguage(language)}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<SignOutIcon />} onClick={() => void signOut()}>
          {t('base__user_menu__sign_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
