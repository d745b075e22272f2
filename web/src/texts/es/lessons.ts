import type english from '../en/lessons';

export default {
  // The lessons
  'learn.title': 'Aprende jugando',
  'learn.lead': 'Cinco minutos por juego. Tú juegas y el cangrejo te dice lo que importa. Aquí nada cuenta.',
  'learn.to_rules': 'O lee las reglas, cada una con algo que probar',
  'learn.all': '← Todos los juegos',
  'learn.title_of': 'Aprende {game}',
  'learn.progress': 'Por dónde vas',
  'learn.now_real': 'Ahora, una partida de verdad',
  'learn.read_rules': 'Leer las reglas',
  'learn.real.alone': 'En solitario',
  'learn.real.bots': 'Con dos bots',
  'learn.real.easy': 'Contra un bot fácil',
  'learn.real.hard': 'Contra uno fuerte',
  'learn.classic.short': 'Las pilas, el paso atrás, hablar sin números',
  'learn.extreme.short': 'Las órdenes, cuando ya conoces el juego clásico',
  'learn.duel.short': 'Uno contra uno, y el regalo',
  'learn.tension.short': 'Cuenta, juega, y rápido',

  'learn.classic.1':
    '¡Hola! Con tu pareja tienes que jugar las 98 cartas. Dos pilas suben desde 1, dos bajan desde 100. Toma tu 4 y luego la pila A: un paso pequeño, poco espacio perdido.',
  'learn.classic.2':
    'Bien. En una pila ascendente cada carta debe ser más alta que la anterior. Pon el 7 en A: los números entre 4 y 7 ya son difíciles de colocar, pero solo son dos.',
  'learn.classic.3':
    'Dos cartas son el mínimo, y podrías seguir. Pero no tienes más pasos pequeños: termina el turno y roba.',
  'learn.classic.4':
    'Vaya: tu pareja ha tenido que saltar a 47 en A. Pero tú tienes el 37, exactamente diez menos, y esa es la única vuelta atrás. Ponlo en A. (El 38 no vale. ¡Pruébalo!)',
  'learn.classic.5':
    'Ese es el paso atrás: diez números de espacio recuperados. Y sobre el 37 va el 38, un paso de uno.',
  'learn.classic.6':
    'C baja y muestra 96. Tu nuevo 93 solo gasta ahí tres números: puedes jugar más de dos cartas, y este es un paso pequeño.',
  'learn.classic.7': 'Tres jugadas. Ya basta: termina el turno.',
  'learn.classic.8':
    'Tienes el 39, la siguiente para A. No puedes decir un número, nunca. Pero sí puedes decir «déjamela a mí». Dilo de la pila A.',
  'learn.classic.9': 'Tu pareja te ha hecho caso y ha jugado en D. Pon el 39 en A.',
  'learn.classic.10': 'Y el 88 en D, donde solo gasta tres.',
  'learn.classic.11': 'Termina el turno.',
  'learn.classic.end':
    'Eso es todo el juego. Si quien tiene el turno no puede jugar dos cartas, se acabó; con menos de diez cartas sin jugar, el resultado es brillante; con ninguna, victoria.',

  'learn.extreme.1':
    'El juego clásico, pero 28 cartas llevan una orden. Tienes el 13, una calavera: quien la juega debe cubrirla en el mismo turno. Ponla en A.',
  'learn.extreme.2': 'El turno no puede terminar mientras esté a la vista (pruébalo). Cúbrela con el 15.',
  'learn.extreme.3': 'La calavera está cubierta. Termina el turno.',
  'learn.extreme.4':
    'Tu pareja ha puesto el silencio en C: nadie puede hablar hasta que se cubra. Ahora pon el 20 en A: es un tres. Exactamente tres cartas en este turno.',
  'learn.extreme.5': 'La segunda: el 22 en A.',
  'learn.extreme.6': 'La tercera carta termina el turno por sí sola. Que sea buena: el 66 en C cubre el silencio.',
  'learn.extreme.7':
    'Ya se puede hablar, pero ahora en B hay «una pila»: todas tus cartas van a una sola pila, la que elijas. Empieza con el 64 en C.',
  'learn.extreme.8': 'Ahora tu turno es de C; A está cerrada para ti (pruébalo). Sigue con el 62.',
  'learn.extreme.9': 'Termina el turno.',
  'learn.extreme.10':
    'Tu pareja la ha cubierto. Has robado el 27, un stop: termina el turno al instante, aunque sea la primera carta. Ponlo en A.',
  'learn.extreme.end':
    'Una carta, y turno terminado. Las órdenes relámpago valen para ti durante un turno; las duraderas, para todos hasta que se cubren. Puedes decir qué órdenes tienes; los números, jamás.',

  'learn.duel.1':
    'Dos jugadores, cada uno con 58 cartas, una pila ascendente y otra descendente. Gana quien juega antes todas sus cartas. Pon el 5 en tu pila ascendente.',
  'learn.duel.2': 'Y el 55 en tu pila descendente, que empieza en 60.',
  'learn.duel.3':
    'Al menos dos cartas, siempre. Termina el turno: si solo juegas en tus pilas, robas dos, juegues las que juegues.',
  'learn.duel.4': 'Te toca otra vez. Pon el 25 en tu pila ascendente.',
  'learn.duel.5':
    'Ahora, un regalo. Una carta por turno puede ir al otro lado, si ayuda: el 12 es más bajo que su 30. Ponlo en su pila ascendente. (El 35 no ayudaría. ¡Pruébalo!)',
  'learn.duel.6': '¿Por qué ser amable? Porque después de un regalo robas hasta seis. Termina el turno.',
  'learn.duel.7':
    'Tu pila ascendente muestra 25 y has robado el 15: exactamente diez menos. Es el paso atrás, permitido en tus pilas.',
  'learn.duel.8': 'Y el 16 justo encima.',
  'learn.duel.9': 'Termina el turno.',
  'learn.duel.end': 'Vigila tu mano: quien no puede jugar dos cartas en un turno ha perdido. Los regalos la rellenan.',

  'learn.tension.1':
    'Aquí no hay turnos: todos juegan a la vez. Tu mano está boca abajo hasta que alguien da la salida. Dala tú.',
  'learn.tension.2': 'Hay un 5 con paso 2. Encaja 5 más o menos 2: un 3 o un 7. Pulsa tu 7.',
  'learn.tension.3':
    'Tu rival ha sido rápido: un 8 con paso 3. O sea 5, u 11, y por encima de 10 se quitan diez: 1. Pulsa tu 1. (Un 4 no encaja; pruébalo, y espera un momento.)',
  'learn.tension.4':
    'Un 1 con paso 2: un 3, o un 9 dando la vuelta por abajo. No tienes ni uno ni otro. Roba de tu mazo; siempre puedes.',
  'learn.tension.5': '¡Un 3! Púlsalo.',
  'learn.tension.6': 'El 3 tiene paso 1: 2 o 4. Pulsa tu 4, nadie te hace esperar.',
  'learn.tension.7': 'Se ha colado un 7 con paso 2. 5 o 9: roba otra vez.',
  'learn.tension.8': 'Un 9: juégalo.',
  'learn.tension.end':
    'Eso es todo. Tu última carta, sin mazo ya, la pones boca abajo, sea la que sea, y has ganado. Los rivales de verdad no te esperan.',

  'coach.strayed': 'Se puede, pero no es parte de esta lección. Deshazlo.',
  'coach.strayed_far': 'Se puede, pero desde aquí la lección no puede seguir. Mira lo que quieras, o empieza de nuevo.',
  'coach.wait': 'Un momento, juega el otro…',
  'coach.again': 'Empezar de nuevo',
  'coach.try_too': 'Prueba también: {act}',

  'act.lay': '{card} en {pile}',
  'act.lay_now': 'jugar el {card}',
  'act.end': 'terminar el turno',
  'act.draw': 'robar',
  'act.last': 'poner boca abajo la última carta',
  'act.go': 'dar la salida',
  'act.eager': 'decir que quieres empezar',
  'act.chat': 'escribir «{text}»',
  'act.say': '«{signal}» para {pile}',
  'act.hold': 'decir «tengo: {command}»',

  'board.label': 'Mesa para probar',
  'board.beaten': 'Ganada: ¡las 98 cartas están jugadas!',
  'board.lost.stuck': 'Perdida: falta una carta y ninguna encaja. {n|Queda|Quedan} {n} {n|carta|cartas}.',
  'board.lost.fire': 'Perdida: no se cubrió el fuego. {n|Queda|Quedan} {n} {n|carta|cartas}.',
  'board.lost.skull': 'Perdida: no se cubrió la calavera.',
  'board.lost.three': 'Perdida: no se podía llegar a tres cartas.',
  'board.you_win': '¡Has ganado!',
  'board.they_win': 'Gana el otro. Te {n|queda|quedan} {n} {n|carta|cartas}.',
  'board.lost_connection': 'Se ha cortado la conexión; vuelve sola.',
} satisfies Record<keyof typeof english, string>;
