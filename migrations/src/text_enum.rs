//! Enums whose values are texts in the database.

/// Declares an enum and the text of each value. The database stores the text, and `name` returns it.
#[macro_export]
macro_rules! text_enum {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$value_meta:meta])* $value:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
        #[sqlx(type_name = "text")]
        pub enum $name {
            $($(#[$value_meta])* #[sqlx(rename = $text)] $value,)+
        }

        impl $name {
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }
        }
    };
}
