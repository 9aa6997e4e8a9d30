module Main exposing (Model, Msg(..), main, update, view)

{-| A page with a counter, a list of tasks and some exercises.
-}

import Browser
import Dict exposing (Dict)
import Html exposing (Html, button, div, input, li, text, ul)
import Html.Attributes as Attributes
import Html.Events exposing (onClick, onInput)
import Json.Decode as Decode


-- MODEL


type alias Task =
    { id : Int
    , title : String
    , done : Bool
    }


type alias Model =
    { count : Int
    , draft : String
    , tasks : List Task
    , next : Int
    , seen : Dict String Int
    }


type Filter
    = All
    | Open
    | Named String


type Msg
    = Increment
    | Decrement
    | Draft String
    | Add
    | Toggle Int
    | Clear


init : () -> ( Model, Cmd Msg )
init _ =
    ( { count = 0, draft = "", tasks = [], next = 1, seen = Dict.empty }
    , Cmd.none
    )


help : String
help =
    """
It's a page, "really".
Click + to count.
"""



-- UPDATE


update : Msg -> Model -> ( Model, Cmd Msg )
update msg model =
    case msg of
        Increment ->
            ( { model | count = model.count + 1 }, Cmd.none )

        Decrement ->
            ( { model | count = max 0 (model.count - 1) }, Cmd.none )

        Draft words ->
            ( { model | draft = words }, Cmd.none )

        Add ->
            if String.isEmpty model.draft then
                ( model, Cmd.none )

            else
                let
                    task =
                        { id = model.next, title = String.trim model.draft, done = False }
                in
                ( { model
                    | tasks = task :: model.tasks
                    , next = model.next + 1
                    , draft = ""
                  }
                , Cmd.none
                )

        Toggle id ->
            let
                flip task =
                    if task.id == id then
                        { task | done = not task.done }

                    else
                        task
            in
            ( { model | tasks = List.map flip model.tasks }, Cmd.none )

        Clear ->
            ( { model | tasks = List.filter (\task -> not task.done) model.tasks }, Cmd.none )



-- VIEW


view : Model -> Html Msg
view model =
    div [ Attributes.class "page" ]
        [ button [ onClick Decrement ] [ text "-" ]
        , div [] [ text (String.fromInt model.count) ]
        , button [ onClick Increment ] [ text "+" ]
        , input [ onInput Draft, Attributes.value model.draft ] []
        , ul [] (List.map viewTask (visible All model.tasks))
        ]


viewTask : Task -> Html Msg
viewTask task =
    li [ onClick (Toggle task.id) ]
        [ text
            (task.title
                ++ (if task.done then
                        " (done)"

                    else
                        ""
                   )
            )
        ]


visible : Filter -> List Task -> List Task
visible filter tasks =
    case filter of
        All ->
            tasks

        Open ->
            List.filter (.done >> not) tasks

        Named name ->
            tasks |> List.filter (\{ title } -> String.contains name title)



-- EXERCISES


factorial : Int -> Int
factorial n =
    if n <= 1 then
        1

    else
        n * factorial (n - 1)


fibonacci : Int -> Int
fibonacci n =
    let
        go a b left =
            if left == 0 then
                a

            else
                go b (a + b) (left - 1)
    in
    go 0 1 n


quicksort : List comparable -> List comparable
quicksort list =
    case list of
        [] ->
            []

        pivot :: rest ->
            let
                ( small, large ) =
                    List.partition (\x -> x < pivot) rest
            in
            quicksort small ++ [ pivot ] ++ quicksort large


isVowel : Char -> Bool
isVowel c =
    List.member c [ 'a', 'e', 'i', 'o', 'u', '\'' ]


countWords : String -> Dict String Int
countWords words =
    String.words words
        |> List.map String.toLower
        |> List.foldl (\word -> Dict.update word (Maybe.withDefault 0 >> (+) 1 >> Just)) Dict.empty


type Tree a
    = Leaf
    | Node (Tree a) a (Tree a)


insert : comparable -> Tree comparable -> Tree comparable
insert new tree =
    case tree of
        Leaf ->
            Node Leaf new Leaf

        Node left old right ->
            if new < old then
                Node (insert new left) old right

            else if new > old then
                Node left old (insert new right)

            else
                tree


depth : Tree a -> Int
depth tree =
    case tree of
        Leaf ->
            0

        Node left _ right ->
            1 + max (depth left) (depth right)


average : List Float -> Maybe Float
average numbers =
    if List.length numbers == 0 then
        Nothing

    else
        Just (List.sum numbers / toFloat (List.length numbers))


taskDecoder : Decode.Decoder Task
taskDecoder =
    Decode.map3 Task
        (Decode.field "id" Decode.int)
        (Decode.field "title" Decode.string)
        (Decode.field "done" Decode.bool)


{- The program {- nested -} itself. -}
main : Program () Model Msg
main =
    Browser.element
        { init = init
        , update = update
        , view = view
        , subscriptions = \_ -> Sub.none
        }


colour : Int
colour =
    modBy 0xFF (0x10 + 3 // 2) - round (1.5e3 / 2 ^ 3)
