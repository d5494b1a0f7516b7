/** Sentences of picture descriptions, stories and conversations that identify nobody. Many have numbers or months. */
export const ordinary = {
  es: `La mujer lava los platos y el agua se cae al piso.
El niño se sube al banco para alcanzar las galletas.
Hay dos tazas y un plato sobre la mesada.
La calle está mojada porque llovió toda la noche.
Camino al mercado todos los días por la mañana.
Tengo tres hijos y cinco nietos.
Hace veinte años que vivo acá.
El perro ladra cuando pasa el cartero.
En marzo empiezan las clases y en diciembre terminan.
Mayo es un mes frío.
Me gusta el mes de abril.
Me caí en la plaza y me lastimé la mano.
Cuento hasta diez y después descanso.
Compré un kilo de pan y dos litros de leche.
El señor que vende fruta es muy amable.
La señora de al lado canta todas las tardes.
Mi doctor me dijo que camine más.
El punto es que no me acuerdo.
A las cinco y media tomo mate.
Son las once menos cuarto.
El tren sale a las 7 y llega a las 9.
Pesaba 72 kilos y medía un metro setenta.
La temperatura subió a 38 grados.
Primero abro la puerta y segundo cierro la ventana.
Uno de los dos se va a caer.
Ella dice que no y él dice que sí.
Me llaman por teléfono a la hora de comer.
El documento estaba sobre la mesa.
La avenida estaba llena de gente.
Del uno al diez me duele cuatro.
Vivimos cerca del río y del puente.
Dona ropa a los que no tienen.
El celular no tiene batería.
Hay que seguir el paseo despacio.
Perro gato caballo vaca oveja gallina pato.
Manzana pera banana naranja uva.
Fui al médico el lunes y vuelvo el jueves.
La nieta cumple quince años.
Pagué mil pesos por las flores.
No sé qué más decir de esta lámina.`.split('\n'),
  en: `The woman is washing the dishes and the water runs over.
The boy climbs on the stool to get the cookies.
There are two cups and a plate on the counter.
The street is wet because it rained all night.
I may go to the market in the morning.
They march down the road every week.
I have three children and five grandchildren.
I have lived here for twenty years.
The dog barks when the mailman comes.
In June the school ends and in September it starts.
She may have two of them.
August is hot and May is nice.
I fell in the square and hurt my hand.
I count to ten and then I rest.
I bought a pound of bread and two pints of milk.
The doctor told me to walk more.
At the end there is a dot on the page.
I get up at half past five.
It is a quarter to eleven.
The train leaves at 7 and arrives at 9.
He weighed 72 kilos.
My temperature went up to 38 degrees.
First I open the door and second I close the window.
One of the two is going to fall.
She says no and he says yes.
They phone me at dinner time.
The passport was on the table.
The avenue was full of people.
From one to ten it hurts a four.
We live near the river and the bridge.
I miss her a lot.
The mobile is out of battery.
Drive along the lane slowly.
Dog cat horse cow sheep hen duck.
Apple pear banana orange grape.
I saw the doctor on Monday and go back on Thursday.
My granddaughter turns fifteen.
I paid a hundred for the flowers.
At home we have a dog.
I do not know what else to say about this picture.`.split('\n'),
  pt: `A mulher lava a louça e a água cai no chão.
O menino sobe no banco para pegar os biscoitos.
Há duas xícaras e um prato na pia.
A rua está molhada porque choveu a noite toda.
Eu marco a consulta todo mês.
Tenho três filhos e cinco netos.
Faz vinte anos que moro aqui.
O cachorro late quando passa o carteiro.
Em março começam as aulas e em dezembro terminam.
Maio é um mês frio.
Gosto do mês de abril.
Caí na praça e machuquei a mão.
Conto até dez e depois descanso.
Comprei um quilo de pão e dois litros de leite.
O senhor que vende frutas é muito amável.
A senhora do lado canta todas as tardes.
Meu doutor disse para eu andar mais.
O ponto é que não me lembro.
Às cinco e meia tomo café.
São onze e quinze da manhã.
O trem sai às 7 e chega às 9.
Ele pesava 72 quilos.
A temperatura subiu a 38 graus.
Primeiro abro a porta e depois fecho a janela.
Um dos dois vai cair.
Ela diz que não e ele diz que sim.
Me ligam no telefone na hora de comer.
O documento estava em cima da mesa.
A avenida estava cheia de gente.
De um a dez dói quatro.
Moramos perto do rio e da ponte.
O seu cachorro é bonito.
O celular está sem bateria.
A estrada é longa e cansa.
Cachorro gato cavalo vaca ovelha galinha pato.
Maçã pera banana laranja uva.
Fui ao médico na segunda e volto na quinta.
A neta faz quinze anos.
Paguei cem reais pelas flores.
Não sei mais o que dizer desta figura.`.split('\n'),
  fr: `La femme lave la vaisselle et l'eau coule par terre.
Le garçon monte sur le tabouret pour prendre les biscuits.
Il y a deux tasses et une assiette sur l'évier.
La rue est mouillée parce qu'il a plu toute la nuit.
Je vais au marché tous les matins.
J'ai trois enfants et cinq petits-enfants.
Cela fait vingt ans que j'habite ici.
Le chien aboie quand le facteur passe.
En mars l'école reprend et en juin elle finit.
Mai est un beau mois.
J'aime le mois d'avril.
Je suis tombé sur la place et je me suis fait mal.
Je compte jusqu'à dix et je me repose.
J'ai acheté un kilo de pain et deux litres de lait.
Le monsieur qui vend des fruits est aimable.
La dame d'à côté chante tous les soirs.
Mon docteur m'a dit de marcher davantage.
Le point est que je ne me souviens pas.
À cinq heures et demie je me lève.
Il est onze heures moins le quart.
Le train part à 7 heures et arrive à 9 heures.
Il pesait 72 kilos.
La température est montée à 38 degrés.
D'abord j'ouvre la porte et après je ferme la fenêtre.
Un des deux va tomber.
Elle dit non et il dit oui.
On me téléphone à l'heure du repas.
Le passeport était sur la table.
L'avenue était pleine de monde.
De un à dix ça fait quatre.
Nous habitons près de la rivière et du pont.
Il appelle son chien tous les soirs.
Le portable est déchargé.
Le chemin est long et fatigant.
Chien chat cheval vache mouton poule canard.
Pomme poire banane orange raisin.
Je vois le médecin lundi et je reviens jeudi.
Ma petite-fille a quinze ans.
J'ai payé cent euros pour les fleurs.
Je ne sais plus quoi dire de cette image.`.split('\n'),
} as const
