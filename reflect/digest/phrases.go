package digest

// phrasesOf are the phrases of each sense: English, with such of Vietnamese, German and French as mean nothing else in another of
// these languages.
//
//nolint:misspell // people spell in both ways, and not only in English
var phrasesOf = map[sense]string{
	settles: `accept|accepted|accepts|action item|agree|agreed|agrees|allocated|approve|approved|approves|are out|arranged|assigned|authorised
authorized|awarded|booked|bought|cancel|canceled|cancelled|choose|chose|chosen|committed|concluded|confirm|confirmed|confirms|decide
decided|decides|decision|elected|enrolled|finalised|finalized|go ahead|go for|go with|goes with|going for|going with|granted|hired
in the end|is out|let us|let's|once and for all|opt for|opted for|ordered|our plan|paid|picked|postponed|purchased|ratified|registered
rescheduled|reserved|resolved|rule out|ruled out|rules out|scheduled|selected|settle for|settle on|settled|shipped|sign off|signed
signed off|stick to|stick with|sticking with|submitted|the deal|the plan|we take|we use|we'll take|we'll use|went for|went with
chốt|đồng ý|quyết định|thống nhất|phê duyệt|đã đặt|đã mua|abgemacht|beschlossen|bestellt|bestätigt|einverstanden|entschieden|gebucht
genehmigt|vereinbart|approuvé|commandé|confirmé|convenu|d'accord|décidé|réservé|validé`,
	binds: `above all|allowed|always|as long as|assignment|at least|at most|at the latest|be sure|binding|bottom line|budget|conclusion|counts as
critical|crucial|deadline|deposit|don't forget|drop|due|essential|final|forbidden|from now on|got to|has to|have to|headline|homework
important|instead|keep|key point|latest by|left to do|limit|make sure|mandatory|maximum|minimum|must|need|needs|never|next step
next steps|no later than|no more than|not allowed|note that|obliged|on condition|only if|open point|outstanding|priority|provided that
remember|required|requires|rule is|should know|still open|still to do|subject to|task|tasks|the key|the main thing|the point is|the rule
the trick|the upshot|to do|to sum up|unless|up to
bắt buộc|hạn chót|nhất định|quan trọng|frist|muss|müssen|spätestens|wichtig|au plus tard|doit|doivent|il faut`,
	promises: `arrive|arrives|begins|by end|by noon|by the end|by then|by tomorrow|by tonight|commits to|deliver|delivers|delivery|ends on|expires
going to|gonna|he'll|i'll|in charge of|it'll|promise|promised|promises|responsible for|shall|she'll|start on|starting|starts|take over
takes over|takes place|they'll|till|until|we'll|will|won't|you'll
sẽ|hẹn|trước ngày|chậm nhất|werde|werden|übernimmt|erledige|erledigt|bis zum|je vais|on va|nous allons|s'engage|avant le`,
	finds: `added|adds up|amounts to|averaged|because|came back|came from|came out|came to|cause|caused by|changed|cleared|closed|comes from
comes to|complete|completed|configured|created|delivered|deployed|diagnosed|diagnosis|done|dropped to|due to|exported|fell to
filed|finding|findings|finished|fixed|found|gave|imported|in place|in total|installed|it was the|it's the|left over|live|made no|meaning
means|measured|merged|migrated|moved|opened|passed|proved|proves|published|reached|released|remain|remains|removed|repaired|replaced
restored|result|results|revealed|root cause|rose to|saved|scored|sent|showed|shows|so it was|so it's|so the|solved|stands at|switched
tested|thanks to|that is why|that's why|the reason|total|totals|turned out|turns out|up and running|updated|uploaded|which is why
which means|works again|works now|yielded
hóa ra|nguyên nhân|kết quả|đã sửa|lag an|ursache|ergebnis|herausgestellt|behoben|la cause|résultat|il s'avère|corrigé`,
	harms: `above limit|allergic|allergies|allergy|asthma|behind schedule|below limit|beware|breach|can't|cannot|careful|danger|dangerous
defect|defects|deficit|diabetes|diabetic|does not work|doesn't work|dose|epilepsy|expires|exposed|fine of|fracture|fractured|hazard
hospital|infection|intolerance|intolerant|is down|late|lawsuit|medication|no access|no longer works|not enough|operated
out of stock|overdose|overspent|pain|penalty|poisonous|pregnant|ran out|risk|risks|risky|run out|runs out|seizure|short of|shortage
side effect|side effects|slip|sold out|stiff|stroke|surgery|suspended|too high|too low|too much|toxic|trap|unable to|unsafe
vulnerability|won't work
vấn đề|sự cố|bị lỗi|dị ứng|nguy hiểm|allergie|allergisch|fehler|gefahr|kaputt|allergique|erreur|panne`,
	wavers: `an idea|an option|apparently|consider|could|could be|depends|do you want|don't know|either|feels like|hard to say|hm|hmm|hopefully
how about|i assume|i believe|i could|i doubt|i expect|i guess|i hope|i imagine|i suppose|i think|i was thinking|i wonder|i would|i'd
if we want|if you like|if you want|in theory|it seems|kind of|let me|let's see|looks like|may be|maybe|might|no idea|not sure|one option
one way|or so|or something|perhaps|possible|possibly|presumably|probably|rather|seems|shall i|shall we|should i|should we|sort of|sounds
suggest|supposedly|think about|thinking about|thinking of|unsure|we could|we'd|we'll see|what about|what if|who knows|wondering|worth a
would|would you like
có lẽ|có thể|hình như|chắc là|vielleicht|möglicherweise|wahrscheinlich|eventuell|peut-être|probablement|sans doute|je pense`,
	chats: `a minute|a moment|a sec|a second|absolutely|actually|ah|aha|amazing|anyway|apologies|apologise|apologize|awesome|aye|basically
be right back|bear with me|believe me|brilliant|bye|carry on|certainly|cheers|congrats|congratulations|cool|copied|damn|definitely
delightful|eh|er|erm|exactly|excellent|excuse me|fair enough|fair point|fantastic|fine|fingers crossed|five minutes|frankly|glad
go on|god|good|good afternoon|good day|good evening|good luck|good morning|good news|good night|good point|good to know|goodbye
gosh|got it|gotcha|great|ha|haha|hahaha|hang on|happy|heavens|hehe|hello|hey|hi|hiya|hm|hmm|hold on|honestly|hooray|how are you
i know|i see|indeed|joking|kidding|kk|lmao|lol|looking forward|love it|lovely|makes sense|marvellous|my bad|my fault|nah|naturally
neat|never mind|nice|no|no hurry|no kidding|no problem|no rush|no trouble|no way|no worries|nope|noted|obviously|of course|oh|ok|okay|omg
one minute|one moment|one sec|one second|ooh|oops|ouch|pardon|perfect|phew|please|precisely|right|see you|sorry|splendid|super
superb|sure|ta|take care|take your time|terrific|thank|thank you|thanks|trust me|two minutes|ugh|uh|um|understood|wait|welcome
welcome back|well|whoa|wonderful|wow|yay|yeah|yep|yes|you're welcome|yup
xin chào|chào|cảm ơn|cám ơn|tạm biệt|xin lỗi|dạ|vâng|hallo|guten|danke|bitte|tschüss|entschuldigung|prima|bonjour|bonsoir|merci|salut
au revoir|désolé`,
	asks: `are there|are they|are we|are you|can i|can we|can you|could i|could we|could you|did he|did she|did they|did we|did you|do i|do they
do we|do you|does he|does it|does she|does that|has he|has it|has she|have they|have we|have you|how|is he|is it|is she|is that|is there
is this|shall i|shall we|should i|should we|was it|were they|were you|what|when|where|which|who|whose|why|will he|will it|will she
will they|will you|would it|would that|would they|would you
có phải|haben sie|hast du|kannst du|können wir|avez-vous|est-ce que|pouvez-vous`,
	agrees: `absolutely|accepted|agreed|all right|alright|amazing|approved|aye|brilliant|by all means|can live with|carried|certainly|cool
copied|correct|count me in|deal|definitely|do it|do that|done|done deal|exactly|excellent|fair|fantastic|fine|fine by me|gladly
go ahead|go for it|go on then|good|got it|gotcha|great|happy to|happy with|i accept|i agree|i'm fine|i'm in|indeed|let's do
live with|lovely|makes sense|marvellous|nice|no objection|noted|of course|ok|okay|on it|perfect|received|right|roger|seconded
sensible|settled|so be it|sounds|suits me|super|sure|thank you|thanks|that works|true|understood|very good|very well|we accept
we agree|why not|will do|with me|with pleasure|wonderful|works for me|yeah|yep|yes|you're on|yup
vâng|dạ|đồng ý|được|einverstanden|genau|klar|gerne|alles klar|d'accord|parfait|entendu|très bien|ça marche`,
	refuses: `but|can't|cannot|disagree|hang on|hold on|however|impossible|nah|neither|never|no|nope|nor|not on|not quite|not really|not so
not yet|out of the question|rather not|stop|too early|too late|too much|wait|won't
không|nein|non|aber|doch`,
	revokes: `actually no|are off|are out|belay that|called off|cancel|cancel that|canceled|cancelled|change of plan|change of plans|changed my mind
changed our mind|changed our minds|correction|disregard|dropped|forget about|forget it|forget that|i mean|i meant|i misspoke|i was wrong
ignore that|ignore the|instead|instead of|is off|is out|make that|my mistake|never mind|no longer|no sorry|no wait|not any more
not anymore|on reflection|on second thought|on second thoughts|or rather|rescheduled|scrap that|scratch that|sorry no|strike that
superseded|supersedes|take that back|that was wrong|that's off|thinking again|took that back|wait no|we were wrong|withdrawn
đổi lại|thay vì|doch nicht|stattdessen|vergiss|finalement|plutôt|au lieu|oubliez`,
}
