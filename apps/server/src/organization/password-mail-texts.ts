import type { PasswordMail } from '../auth/password-tokens.ts'

type Wording = { subject: string; text: (mail: { name: string; organization: string; link: string }) => string }

const lines = (...parts: string[]) => parts.join('\n\n')

/** The mails in the language of whom they are for. */
export const passwordMails: Record<'es' | 'en' | 'pt' | 'fr', Record<PasswordMail['purpose'], Wording>> = {
  es: {
    reset: {
      subject: 'Restablecer la contraseña de Fonema',
      text: ({ name, link }) =>
        lines(
          `Hola, ${name}:`,
          'Se pidió una contraseña nueva para su cuenta. Puede definirla con este enlace durante la próxima hora:',
          link,
          'Si no la pidió, no hace falta que haga nada: su contraseña sigue siendo la misma.',
        ),
    },
    welcome: {
      subject: 'Su cuenta de Fonema',
      text: ({ name, organization, link }) =>
        lines(
          `Hola, ${name}:`,
          `${organization} creó una cuenta de Fonema para usted. Defina su contraseña con este enlace en los próximos siete días:`,
          link,
        ),
    },
  },
  en: {
    reset: {
      subject: 'Reset your Fonema password',
      text: ({ name, link }) =>
        lines(
          `Hello, ${name}:`,
          'A new password was requested for your account. You can set it with this link within the next hour:',
          link,
          'If it was not you, there is nothing to do: your password stays the same.',
        ),
    },
    welcome: {
      subject: 'Your Fonema account',
      text: ({ name, organization, link }) =>
        lines(
          `Hello, ${name}:`,
          `${organization} has created a Fonema account for you. Set your password with this link within the next seven days:`,
          link,
        ),
    },
  },
  pt: {
    reset: {
      subject: 'Redefinir a senha do Fonema',
      text: ({ name, link }) =>
        lines(
          `Olá, ${name}:`,
          'Foi pedida uma nova senha para a sua conta. É possível defini-la com este link durante a próxima hora:',
          link,
          'Se não foi você, não é preciso fazer nada: a senha continua a mesma.',
        ),
    },
    welcome: {
      subject: 'Sua conta do Fonema',
      text: ({ name, organization, link }) =>
        lines(
          `Olá, ${name}:`,
          `${organization} criou uma conta do Fonema para você. Defina a senha com este link nos próximos sete dias:`,
          link,
        ),
    },
  },
  fr: {
    reset: {
      subject: 'Réinitialiser le mot de passe Fonema',
      text: ({ name, link }) =>
        lines(
          `Bonjour, ${name},`,
          'Un nouveau mot de passe a été demandé pour votre compte. Vous pouvez le définir avec ce lien pendant une heure :',
          link,
          'Si la demande ne vient pas de vous, il n’y a rien à faire : votre mot de passe reste le même.',
        ),
    },
    welcome: {
      subject: 'Votre compte Fonema',
      text: ({ name, organization, link }) =>
        lines(
          `Bonjour, ${name},`,
          `${organization} a créé un compte Fonema pour vous. Définissez votre mot de passe avec ce lien dans les sept jours :`,
          link,
        ),
    },
  },
}
