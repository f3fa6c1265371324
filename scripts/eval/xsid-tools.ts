/** The intents of xSID as tools, described in English: names and descriptions are ours, parameters are the slots. */

interface XsidTool {
  readonly name: string;
  readonly description: string;
  /** What each slot is, by its name, with an underscore for a slash. */
  readonly slots: Readonly<Record<string, string>>;
}

/** By intent. */
export const XSID_TOOLS: Readonly<Record<string, XsidTool>> = {
  AddToPlaylist: {
    name: "add_to_playlist",
    description: "Adds a song, an album or an artist to one of the user's playlists.",
    slots: {
      artist: "The artist whose music is added",
      entity_name: "The title of the song or album that is added",
      music_item: "The kind of thing that is added, such as song, track or album",
      playlist: "The name of the playlist",
      reference: "Whose playlist it is, such as my",
    },
  },
  BookRestaurant: {
    name: "book_restaurant",
    description: "Reserves a table at a restaurant, a bar or another place to eat.",
    slots: {
      location: "The city, state or country",
      datetime: "When the table is wanted",
      party_size_number: "How many people will come",
      party_size_description: "Who will come, such as me and my sister",
      restaurant_type: "The kind of place, such as restaurant, pub or bakery",
      restaurant_name: "The name of the restaurant",
      cuisine: "The style of cooking, such as Italian",
      served_dish: "A dish that it should serve",
      facility: "What the place must offer, such as parking",
      sort: "How good it should be, such as best or popular",
    },
  },
  PlayMusic: {
    name: "play_music",
    description: "Plays music: a song, an album, an artist, a genre or a playlist.",
    slots: {
      artist: "The artist",
      album: "The title of the album",
      track: "The title of the song",
      genre: "The genre",
      music_item: "The kind of thing to play, such as song or album",
      playlist: "The name of the playlist",
      service: "The streaming service to play it on",
      sort: "Which ones, such as newest or top",
      datetime: "The year or decade that the music is from",
    },
  },
  RateBook: {
    name: "rate_book",
    description: "Gives a book a rating of so many points or stars.",
    slots: {
      object_name: "The title of the book",
      rating_value: "The rating that is given",
      best_rating: "The highest possible rating, as in out of 6",
      rating_unit: "What is counted, such as points or stars",
      object_type: "The kind of thing, such as book or novel",
      object_select: "Which one is meant, such as this or previous",
      reference: "Which one is meant, such as this or current",
    },
  },
  SearchCreativeWork: {
    name: "search_creative_work",
    description: "Finds a book, a song, a film, a game, a show or another work by its title.",
    slots: {
      object_name: "The title of the work",
      object_type: "The kind of work, such as book, game or show",
    },
  },
  SearchScreeningEvent: {
    name: "search_screening_event",
    description: "Finds when and where films are shown in cinemas.",
    slots: {
      movie_name: "The title of the film",
      movie_type: "The kind of film, such as animated movies",
      object_type: "What is looked for, such as movie schedule",
      object_location_type: "The kind of place, such as cinema",
      location: "Where, such as nearby or a place",
      datetime: "When the film is shown",
    },
  },
  "alarm/set_alarm": {
    name: "set_alarm",
    description: "Sets an alarm.",
    slots: {
      datetime: "When the alarm goes off",
      recurring_datetime: "How often it repeats, such as every day",
    },
  },
  "alarm/cancel_alarm": {
    name: "cancel_alarm",
    description: "Cancels one or all alarms.",
    slots: {
      datetime: "The time of the alarm",
      reference: "Which alarms, such as all or my",
      recurring_datetime: "How often it repeats",
    },
  },
  "alarm/show_alarms": {
    name: "show_alarms",
    description: "Shows the alarms that are set.",
    slots: {
      datetime: "Of which time",
      reference: "Which alarms, such as all or my",
    },
  },
  "alarm/snooze_alarm": {
    name: "snooze_alarm",
    description: "Snoozes the alarm that is ringing.",
    slots: {
      datetime: "For how long",
      reference: "Which alarm",
    },
  },
  "alarm/modify_alarm": {
    name: "modify_alarm",
    description: "Changes the time of an alarm.",
    slots: {
      datetime: "The old or new time",
      reference: "Which alarm",
    },
  },
  "reminder/set_reminder": {
    name: "set_reminder",
    description: "Sets a reminder.",
    slots: {
      reminder_todo: "What to be reminded of",
      datetime: "When",
      recurring_datetime: "How often it repeats",
      reference: "Whose reminder, such as my",
    },
  },
  "reminder/show_reminders": {
    name: "show_reminders",
    description: "Shows reminders.",
    slots: {
      reminder_todo: "What the reminder is about",
      datetime: "Of which time",
      reference: "Which reminders, such as all or my",
    },
  },
  "reminder/cancel_reminder": {
    name: "cancel_reminder",
    description: "Cancels one or all reminders.",
    slots: {
      reminder_todo: "What the reminder is about",
      datetime: "Of which time",
      reference: "Which reminders, such as all or my",
    },
  },
  "weather/find": {
    name: "find_weather",
    description: "Tells what the weather is or will be at a place and a time.",
    slots: {
      location: "The city, state or country",
      datetime: "The time asked about",
      weather_attribute: "The kind of weather asked about, such as rain, temperature or cold",
      condition_description: "The kind of weather",
      condition_temperature: "How warm, such as cold or hot",
      reference: "How it is meant",
    },
  },
};
