import type { PasswordMail } from '../auth/password-tokens.ts'

type Wording = {
  /** `product`: the product's name at the address of the link. */
  subject: (product: string) => string
  text: (mail: {
    name: string
    organization: string
    product: string
    link: string
    /** Of a sign-in: when it was, and the browser. */
    when: string
    browser: string
    /** False: the person signs in through the house alone. */
    hasPassword: boolean
  }) => string
}

const lines = (...parts: string[]) => parts.join('\n\n')

/** The mails, in the language of their recipient. */
export const passwordMails: Record<'es' | 'en' | 'pt' | 'fr', Record<PasswordMail['purpose'], Wording>> = {
  es: {
    reset: {
      subject: (product) => `Restablecer la contraseña de ${product}`,
      text: ({ name, link }) =>
        lines(
          `Hola, ${name}:`,
          'Se pidió una contraseña nueva para su cuenta. Puede definirla con este enlace durante la próxima hora:',
          link,
          'Si no la pidió, no hace falta que haga nada: su contraseña sigue siendo la misma.',
        ),
    },
    welcome: {
      subject: (product) => `Su cuenta de ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hola, ${name}:`,
          `${organization} creó una cuenta de ${product} para usted. Defina su contraseña con este enlace en los próximos siete días:`,
          link,
        ),
    },
    locked: {
      subject: (product) => `Su cuenta de ${product} se bloqueó por un tiempo`,
      text: ({ name, organization, link }) =>
        lines(
          `Hola, ${name}:`,
          'Alguien se equivocó varias veces con la contraseña o el código de su cuenta. Por seguridad, por un tiempo no se puede iniciar sesión desde ese lugar.',
          `Si fue usted, espere unos minutos o defina una contraseña nueva, con lo que termina el bloqueo. También puede terminarlo la persona propietaria de ${organization}:`,
          link,
          'Si no fue usted, no hace falta que haga nada: nadie entró con esos intentos, y usted puede seguir entrando desde los dispositivos en los que ya inició sesión.',
        ),
    },
    new_device: {
      subject: (product) => `Inicio de sesión en un dispositivo nuevo – ${product}`,
      text: ({ name, product, link, when, browser, hasPassword }) =>
        lines(
          `Hola, ${name}:`,
          `Alguien inició sesión en su cuenta de ${product} desde un dispositivo en el que la cuenta no se había usado:`,
          `${when}\n${browser}`,
          hasPassword
            ? 'Si fue usted, no hace falta que haga nada. Si no, cierre esa sesión y cambie su contraseña aquí:'
            : 'Si fue usted, no hace falta que haga nada. Si no, avise enseguida a quien administra su cuenta en su institución y cierre esa sesión aquí:',
          link,
        ),
    },
    test: {
      subject: (product) => `Correo de prueba de ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hola, ${name}:`,
          `Usted pidió este correo de prueba desde la administración de ${organization}. Que haya llegado muestra que ${product} puede enviar correos a esta dirección.`,
          link,
        ),
    },
    webhook_paused: {
      subject: (product) => `Un webhook de ${product} está en pausa`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hola, ${name}:`,
          `${organization} avisa a otro sistema por medio de un webhook. Desde hace días ese sistema no acepta los avisos, así que ${product} dejó de enviarlos. No se perdió nada: los avisos esperan hasta 30 días.`,
          'Cuando el otro sistema vuelva a funcionar, reanude el webhook aquí:',
          link,
        ),
    },
    break_glass: {
      subject: (product) => `Se usó la cuenta de emergencia de ${product}`,
      text: ({ name, organization, link, when, browser }) =>
        lines(
          `Hola, ${name}:`,
          `En ${organization} las contraseñas están desactivadas, salvo la de la cuenta de emergencia. Alguien inició sesión con esa cuenta:`,
          `${when}\n${browser}`,
          'Si usted no sabe por qué, pregunte ahora a la persona propietaria. Aquí están todos los usos y la configuración:',
          link,
        ),
    },
  },
  en: {
    reset: {
      subject: (product) => `Reset your ${product} password`,
      text: ({ name, link }) =>
        lines(
          `Hello ${name},`,
          'A new password was requested for your account. You can set it with this link within the next hour:',
          link,
          'If it was not you, there is nothing to do: your password stays the same.',
        ),
    },
    welcome: {
      subject: (product) => `Your ${product} account`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hello ${name},`,
          `${organization} has created a ${product} account for you. Set your password with this link within the next seven days:`,
          link,
        ),
    },
    locked: {
      subject: (product) => `Your ${product} account was locked for a while`,
      text: ({ name, organization, link }) =>
        lines(
          `Hello ${name},`,
          'Somebody entered a wrong password or code for your account several times. For your safety, nobody can sign in to it from that place for a while.',
          `If it was you, wait a few minutes or set a new password, which ends the lock. The owner of ${organization} can end it too:`,
          link,
          'If it was not you, there is nothing to do: none of these attempts succeeded, and you can still sign in on the devices where you signed in before.',
        ),
    },
    new_device: {
      subject: (product) => `Sign-in on a new device – ${product}`,
      text: ({ name, product, link, when, browser, hasPassword }) =>
        lines(
          `Hello ${name},`,
          `Somebody signed in to your ${product} account on a device where the account had not been used before:`,
          `${when}\n${browser}`,
          hasPassword
            ? 'If it was you, there is nothing to do. If not, end that session and change your password here:'
            : 'If it was you, there is nothing to do. If not, tell whoever manages your account in your institution at once, and end that session here:',
          link,
        ),
    },
    test: {
      subject: (product) => `Test e-mail from ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hello ${name},`,
          `You requested this test e-mail in the administration of ${organization}. Its arrival shows that ${product} can send e-mails to this address.`,
          link,
        ),
    },
    webhook_paused: {
      subject: (product) => `A ${product} webhook is paused`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Hello ${name},`,
          `${organization} informs another system through a webhook. For days that system has accepted nothing, so ${product} has stopped sending. Nothing is lost: the events wait for up to 30 days.`,
          'When the other system works again, resume the webhook here:',
          link,
        ),
    },
    break_glass: {
      subject: (product) => `The ${product} emergency account was used`,
      text: ({ name, organization, link, when, browser }) =>
        lines(
          `Hello ${name},`,
          `In ${organization}, passwords are off except that of the emergency account. Somebody signed in with that account:`,
          `${when}\n${browser}`,
          'If you do not know why, ask the owner now. All uses and the settings are here:',
          link,
        ),
    },
  },
  pt: {
    reset: {
      subject: (product) => `Redefinir a senha do ${product}`,
      text: ({ name, link }) =>
        lines(
          `Olá, ${name},`,
          'Foi pedida uma nova senha para a sua conta. É possível defini-la com este link durante a próxima hora:',
          link,
          'Se não foi você, não é preciso fazer nada: a senha continua a mesma.',
        ),
    },
    welcome: {
      subject: (product) => `Sua conta do ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Olá, ${name},`,
          `${organization} criou uma conta do ${product} para você. Defina a senha com este link nos próximos sete dias:`,
          link,
        ),
    },
    locked: {
      subject: (product) => `Sua conta do ${product} foi bloqueada por um tempo`,
      text: ({ name, organization, link }) =>
        lines(
          `Olá, ${name},`,
          'Alguém errou várias vezes a senha ou o código da sua conta. Por segurança, durante algum tempo não é possível entrar a partir desse lugar.',
          `Se foi você, espere alguns minutos ou defina uma nova senha, o que encerra o bloqueio. A pessoa proprietária de ${organization} também pode encerrá-lo:`,
          link,
          'Se não foi você, não é preciso fazer nada: ninguém entrou com essas tentativas, e você continua podendo entrar nos dispositivos em que já entrou antes.',
        ),
    },
    new_device: {
      subject: (product) => `Entrada em um dispositivo novo – ${product}`,
      text: ({ name, product, link, when, browser, hasPassword }) =>
        lines(
          `Olá, ${name},`,
          `Alguém entrou na sua conta do ${product} em um dispositivo em que a conta ainda não tinha sido usada:`,
          `${when}\n${browser}`,
          hasPassword
            ? 'Se foi você, não é preciso fazer nada. Se não, encerre essa sessão e mude a sua senha aqui:'
            : 'Se foi você, não é preciso fazer nada. Se não, avise logo quem administra a sua conta na sua instituição e encerre essa sessão aqui:',
          link,
        ),
    },
    test: {
      subject: (product) => `E-mail de teste do ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Olá, ${name},`,
          `Você pediu este e-mail de teste na administração de ${organization}. A chegada dele mostra que o ${product} consegue enviar e-mails para este endereço.`,
          link,
        ),
    },
    webhook_paused: {
      subject: (product) => `Um webhook do ${product} está em pausa`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Olá, ${name},`,
          `${organization} avisa outro sistema por meio de um webhook. Há dias esse sistema não aceita os avisos, por isso o ${product} parou de enviá-los. Nada se perdeu: os avisos esperam até 30 dias.`,
          'Quando o outro sistema voltar a funcionar, retome o webhook aqui:',
          link,
        ),
    },
    break_glass: {
      subject: (product) => `A conta de emergência do ${product} foi usada`,
      text: ({ name, organization, link, when, browser }) =>
        lines(
          `Olá, ${name},`,
          `Em ${organization}, as senhas estão desativadas, exceto a da conta de emergência. Alguém entrou com essa conta:`,
          `${when}\n${browser}`,
          'Se você não sabe por quê, pergunte agora à pessoa proprietária. Todos os usos e as configurações estão aqui:',
          link,
        ),
    },
  },
  fr: {
    reset: {
      subject: (product) => `Réinitialiser le mot de passe ${product}`,
      text: ({ name, link }) =>
        lines(
          `Bonjour ${name},`,
          'Un nouveau mot de passe a été demandé pour votre compte. Vous pouvez le définir avec ce lien pendant une heure :',
          link,
          'Si la demande ne vient pas de vous, il n’y a rien à faire : votre mot de passe reste le même.',
        ),
    },
    welcome: {
      subject: (product) => `Votre compte ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Bonjour ${name},`,
          `${organization} a créé un compte ${product} pour vous. Définissez votre mot de passe avec ce lien dans les sept jours :`,
          link,
        ),
    },
    locked: {
      subject: (product) => `Votre compte ${product} a été bloqué pour un moment`,
      text: ({ name, organization, link }) =>
        lines(
          `Bonjour ${name},`,
          'Quelqu’un a saisi plusieurs fois un mot de passe ou un code erroné pour votre compte. Par sécurité, la connexion depuis cet endroit est bloquée pour un moment.',
          `Si c’était vous, attendez quelques minutes ou définissez un nouveau mot de passe, ce qui met fin au blocage. Le propriétaire de ${organization} peut aussi y mettre fin :`,
          link,
          'Si ce n’était pas vous, il n’y a rien à faire : aucune de ces tentatives n’a abouti, et vous pouvez toujours vous connecter sur les appareils où vous l’avez déjà fait.',
        ),
    },
    new_device: {
      subject: (product) => `Connexion sur un nouvel appareil – ${product}`,
      text: ({ name, product, link, when, browser, hasPassword }) =>
        lines(
          `Bonjour ${name},`,
          `Quelqu’un s’est connecté à votre compte ${product} sur un appareil où le compte n’avait pas encore été utilisé :`,
          `${when}\n${browser}`,
          hasPassword
            ? 'Si c’était vous, il n’y a rien à faire. Sinon, mettez fin à cette session et changez votre mot de passe ici :'
            : 'Si c’était vous, il n’y a rien à faire. Sinon, prévenez aussitôt la personne qui gère votre compte dans votre établissement et mettez fin à cette session ici :',
          link,
        ),
    },
    test: {
      subject: (product) => `E-mail de test de ${product}`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Bonjour ${name},`,
          `Vous avez demandé cet e-mail de test dans l’administration de ${organization}. Son arrivée montre que ${product} peut envoyer des e-mails à cette adresse.`,
          link,
        ),
    },
    webhook_paused: {
      subject: (product) => `Un webhook de ${product} est en pause`,
      text: ({ name, organization, product, link }) =>
        lines(
          `Bonjour ${name},`,
          `${organization} informe un autre système au moyen d’un webhook. Depuis plusieurs jours, ce système n’accepte rien ; ${product} a donc cessé les envois. Rien n’est perdu : les événements attendent jusqu’à 30 jours.`,
          'Quand l’autre système fonctionnera de nouveau, réactivez le webhook ici :',
          link,
        ),
    },
    break_glass: {
      subject: (product) => `Le compte de secours de ${product} a été utilisé`,
      text: ({ name, organization, link, when, browser }) =>
        lines(
          `Bonjour ${name},`,
          `Dans ${organization}, les mots de passe sont désactivés, sauf celui du compte de secours. Quelqu’un s’est connecté avec ce compte :`,
          `${when}\n${browser}`,
          'Si vous ne savez pas pourquoi, demandez maintenant au propriétaire. Toutes les utilisations et les réglages sont ici :',
          link,
        ),
    },
  },
}
